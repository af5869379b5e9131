#pragma once

#include <string>
#include <utility>
#include <vector>

#include "array/batch_source.hpp"
#include "base/byte_input.hpp"
#include "dtype/text.hpp"
#include "fuzz/expect.hpp"
#include "fuzz/input.hpp"
#include "support/difference.hpp"
#include "text/refused_records.hpp"

namespace gyre::fuzz {

/// Text that comes in pieces of at most `piece` bytes.
class PiecewiseInput final : public ByteInput {
 public:
  PiecewiseInput(Buffer text, std::size_t piece)
      : text_(std::move(text), "in.csv"), piece_(piece) {}

  Result<std::size_t> read(std::span<std::byte> into) override {
    return text_.read(into.first(std::min(into.size(), piece_)));
  }
  bool seekable() const override { return true; }
  Result<void> rewind() override { return text_.rewind(); }
  std::string_view name() const override { return text_.name(); }

 private:
  BufferInput text_;
  std::size_t piece_;
};

/// What becomes of a text.
struct Outcome {
  std::string error;  // empty: none
  std::string schema;
  std::vector<Batch> batches;
  std::string refused;  // what is said of records left out
};

inline Result<std::vector<Batch>> read_with_restarts(BatchSource& source) {
  for (unsigned restarts = 0;; ++restarts) {
    auto batches = read_all(source);
    if (batches || !source.wants_restart()) return batches;
    expect(restarts < 2, "a third restart");
    GYRE_TRY(source.restart());
  }
}

template <class Source>
Outcome outcome_of(Result<std::unique_ptr<Source>> source, const RefusedRecords& refused) {
  if (!source) return {source.error().message, {}, {}, {}};
  auto batches = read_with_restarts(**source);
  if (!batches) return {batches.error().message, {}, {}, {}};
  for (const auto& batch : *batches)
    for (const auto& column : batch.columns)
      expect_same(test::difference(column, column), "a column");
  return {"", to_text((*source)->schema()), *std::move(batches), refused.summary()};
}

inline void expect_equal(const Outcome& outcome, const Outcome& expected) {
  expect(outcome.error == expected.error, "'{}', but in one piece '{}'", outcome.error,
         expected.error);
  expect(outcome.schema == expected.schema, "{}, but in one piece {}", outcome.schema,
         expected.schema);
  expect(outcome.refused == expected.refused, "{}, but in one piece {}", outcome.refused,
         expected.refused);
  expect(outcome.batches.size() == expected.batches.size(), "{} batches, but in one piece {}",
         outcome.batches.size(), expected.batches.size());
  for (std::size_t i = 0; i < expected.batches.size(); ++i)
    for (std::size_t c = 0; c < expected.batches[i].columns.size(); ++c)
      expect_same(test::difference(outcome.batches[i].columns[c], expected.batches[i].columns[c]),
                  "in pieces, and in one");
}

/// What becomes of a text that comes in pieces.
template <class Source, class Options>
Outcome outcome_in_pieces(const Buffer& text, std::size_t piece, Options options) {
  RefusedRecords refused;
  options.refused = &refused;
  return outcome_of(Source::open(std::make_unique<PiecewiseInput>(text, piece), std::move(options)),
                    refused);
}

/// The rest of the input as text: how it comes in, and in what blocks it is asked for, must not matter.
template <class Source, class Options>
void check_pieces(Input& input, Options options) {
  const unsigned piece = 1 + input.byte() % 100u;
  const auto rest = input.rest();
  const auto text = exact_copy(std::as_bytes(std::span(rest)));
  const auto expected = outcome_in_pieces<Source>(text, SIZE_MAX, options);
  expect_equal(outcome_in_pieces<Source>(text, piece, options), expected);
  options.block_size = piece;
  expect_equal(outcome_in_pieces<Source>(text, SIZE_MAX, std::move(options)), expected);
}

}  // namespace gyre::fuzz
