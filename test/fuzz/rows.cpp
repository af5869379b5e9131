#include <algorithm>
#include <string_view>

#include "dtype/text.hpp"
#include "fuzz/expect.hpp"
#include "fuzz/input.hpp"
#include "rows/proto_text.hpp"
#include "rows/rows_data.hpp"
#include "support/difference.hpp"

namespace gyre::fuzz {
namespace {

struct Outcome {
  std::string error;  // empty: none
  std::vector<Batch> batches;
};

Outcome outcome_of(const Buffer& bytes, const RowsOptions& options) {
  auto input = std::make_unique<BufferInput>(bytes, "in.rows");
  const auto source = read_rows(std::move(input), options);
  if (!source) return {source.error().message, {}};
  auto batches = read_all(**source);
  if (!batches) return {batches.error().message, {}};
  return {"", *std::move(batches)};
}

std::uint64_t rows_of(const Outcome& outcome) {
  std::uint64_t rows = 0;
  for (const auto& batch : outcome.batches) rows += batch.rows;
  return rows;
}

/// The rows of `pieces`, whose batches are parts of those of `whole`.
void expect_equal(const Outcome& pieces, const Outcome& whole, std::string_view what) {
  expect(pieces.error == whole.error, "{}: '{}', expected '{}'", what, pieces.error, whole.error);
  expect(rows_of(pieces) == rows_of(whole), "{}: other rows", what);
  auto at = whole.batches.begin();
  std::uint64_t row = 0;
  for (const auto& batch : pieces.batches) {
    if (batch.rows == 0) continue;
    while (row == at->rows) {
      ++at;
      row = 0;
    }
    if (row + batch.rows > at->rows) return;  // both were cut, each elsewhere
    for (std::size_t i = 0; i < batch.columns.size(); ++i)
      expect_same(test::difference(batch.columns[i], slice(at->columns[i], row, row + batch.rows)),
                  what);
    row += batch.rows;
  }
}

/// What was read is the same once more after it was written.
void check_round_trip(const Outcome& outcome, const DType& dtype) {
  const auto schema = row_schema_of(dtype);
  if (!outcome.error.empty() || !schema) return;
  const auto text = to_proto(*schema);
  const auto again = parse_proto(text);
  expect(again.has_value(), "{} is refused:\n{}", to_text(dtype), text);
  expect(again->dtype == dtype, "{} became {} by:\n{}", to_text(dtype), to_text(again->dtype),
         text);
  const auto bytes = test::written(dtype, outcome.batches);
  if (!bytes) return;  // a row that is longer with all its fields
  RowsOptions options;
  options.schema = *again;
  expect_equal(outcome_of(Buffer::copy(*bytes), options), outcome, "written and read");
}

}  // namespace
}  // namespace gyre::fuzz

// A byte of options and the size of a .proto, which may be none, its text, then rows: they are read in one piece and in
// small ones, and written and read once more.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gyre;
  fuzz::Input input(data, size);
  const std::size_t piece = 1 + input.byte();
  const auto text = input.bytes(input.number());
  RowsOptions options;
  options.block_bytes = std::size_t{1} << 16;
  if (!text.empty()) {
    auto schema = parse_proto({reinterpret_cast<const char*>(text.data()), text.size()});
    if (!schema) return 0;
    options.schema = *std::move(schema);
  }
  const auto rest = input.rest();
  const auto bytes = fuzz::exact_copy(std::as_bytes(std::span(rest)));
  const auto whole = fuzz::outcome_of(bytes, options);
  auto in_pieces = options;
  in_pieces.block_bytes = piece;
  fuzz::expect_equal(fuzz::outcome_of(bytes, in_pieces), whole, "in pieces");
  if (!whole.batches.empty()) fuzz::check_round_trip(whole, whole.batches.front().schema);
  return 0;
}
