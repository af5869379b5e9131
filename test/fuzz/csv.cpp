#include <string_view>

#include "array/batch_source.hpp"
#include "dtype/text.hpp"
#include "fuzz/expect.hpp"
#include "fuzz/input.hpp"
#include "support/difference.hpp"
#include "text/csv_reader.hpp"

namespace gyre::fuzz {
namespace {

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

/// Takes options from five bytes; zeros are the usual ones.
CsvOptions read_options(Input& input) {
  CsvOptions options;
  const unsigned characters = input.byte(), flags = input.byte();
  options.delimiter = ",\t;|, :a"[characters % 8];
  options.quote = "\"\"\"'\"|"[characters / 8 % 6];
  if (characters >= 192) options.quote.reset();
  options.header = (flags & 1) == 0;
  options.all_text = (flags & 6) == 6;
  options.decimal_mark = (flags & 24) == 24 ? ',' : '.';
  options.ragged = static_cast<Ragged>(flags / 32 % 3);
  if ((flags & 128) != 0) options.null_words = {"NA", "null", "-"};
  const unsigned sample = input.byte(), rows = input.byte(), types = input.byte();
  options.sample_rows = sample == 0 ? std::nullopt : std::optional<std::uint64_t>(sample);
  options.block_size = std::size_t{1} << 14;  // quicker to have than the default
  if (rows > 0) options.rows_per_batch = std::uint64_t{rows} * rows;
  options.bytes_per_batch = (rows & 1) != 0 ? std::size_t{64} : std::size_t{1} << 16;
  options.record_limit = std::size_t{1 << 16} >> (rows % 11);
  constexpr std::string_view given[] = {
      "bool",   "i8",           "u64",  "i64", "f32", "f64", "utf8", "date", "timestamp(us, UTC)",
      "binary", "decimal(9,2)", "time", "f16"};
  if (types > 0 && types <= std::size(given))
    if (auto dtype = parse_dtype(given[types - 1]))
      options.types.emplace_back("a", *std::move(dtype));
  return options;
}

struct Outcome {
  std::string error;  // empty: none
  std::string schema;
  std::vector<Batch> batches;
  std::uint64_t skipped = 0;
};

Result<std::vector<Batch>> read_with_restarts(CsvSource& source) {
  for (unsigned restarts = 0;; ++restarts) {
    auto batches = read_all(source);
    if (batches || !source.wants_restart()) return batches;
    expect(restarts < 2, "a third restart");
    GYRE_TRY(source.restart());
  }
}

Outcome read(const Buffer& text, std::size_t piece, CsvOptions options) {
  const auto source =
      CsvSource::open(std::make_unique<PiecewiseInput>(text, piece), std::move(options));
  if (!source) return {source.error().message, {}, {}, 0};
  auto batches = read_with_restarts(**source);
  const auto skipped = (*source)->skipped_records();
  if (!batches) return {batches.error().message, {}, {}, skipped};
  return {"", to_text((*source)->schema()), *std::move(batches), skipped};
}

void expect_equal(const Outcome& outcome, const Outcome& expected) {
  expect(outcome.error == expected.error, "'{}', but in one piece '{}'", outcome.error,
         expected.error);
  expect(outcome.schema == expected.schema, "{}, but in one piece {}", outcome.schema,
         expected.schema);
  expect(outcome.skipped == expected.skipped, "skipped {}, but in one piece {}", outcome.skipped,
         expected.skipped);
  expect(outcome.batches.size() == expected.batches.size(), "{} batches, but in one piece {}",
         outcome.batches.size(), expected.batches.size());
  for (std::size_t i = 0; i < expected.batches.size(); ++i)
    for (std::size_t c = 0; c < expected.batches[i].columns.size(); ++c)
      expect_same(test::difference(outcome.batches[i].columns[c], expected.batches[i].columns[c]),
                  "in pieces, and in one");
}

}  // namespace
}  // namespace gyre::fuzz

// Options, then text: types guessed, all rows read; how the text comes in must not matter.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gyre;
  fuzz::Input input(data, size);
  auto options = fuzz::read_options(input);
  const unsigned piece = 1 + input.byte() % 100u;
  const auto rest = input.rest();
  const auto text = fuzz::exact_copy(std::as_bytes(std::span(rest)));
  const auto expected = fuzz::read(text, SIZE_MAX, options);
  for (const auto& batch : expected.batches)
    for (const auto& column : batch.columns)
      fuzz::expect_same(test::difference(column, column), "a column");
  fuzz::expect_equal(fuzz::read(text, piece, options), expected);
  options.block_size = piece;
  fuzz::expect_equal(fuzz::read(text, SIZE_MAX, std::move(options)), expected);
  return 0;
}
