#include "convert/same_rows.hpp"

#include <algorithm>

#include "convert/output.hpp"
#include "convert/rechunked.hpp"
#include "dtype/text.hpp"

namespace gyre {
namespace {

/// The next chunk; one without rows at the end.
Result<Batch> next_chunk(BatchSource& chunks) {
  for (;;) {
    const auto job = GYRE_TRY(chunks.next_job());
    if (!job) return Batch{chunks.schema(), 0, {}};
    auto batches = GYRE_TRY((*job)(0));
    if (!batches.empty() && batches.front().rows > 0) return std::move(batches.front());
  }
}

Result<void> check_types(const DType& written, const DType& expected) {
  for (std::size_t i = 0; i < std::min(written.field_count(), expected.field_count()); ++i)
    if (written.field_name(i) != expected.field_name(i) || written.field(i) != expected.field(i))
      return fail(Code::corrupt, "column {} is {} {}, expected {} {}", i, written.field_name(i),
                  to_text(written.field(i)), expected.field_name(i), to_text(expected.field(i)));
  if (written.field_count() != expected.field_count())
    return fail(Code::corrupt, "{} columns, expected {}", written.field_count(),
                expected.field_count());
  return {};
}

Result<void> check_chunk(const Batch& written, const Batch& expected, std::uint64_t first_row) {
  const auto rows = std::min(written.rows, expected.rows);
  for (std::size_t i = 0; i < expected.columns.size(); ++i) {
    const auto &ours = written.columns[i], &theirs = expected.columns[i];
    for (std::uint64_t row = 0; row < rows; ++row)
      if (!same_value(ours, row, theirs, row))
        return fail(Code::corrupt, "row {}: column {} is {}, expected {}", first_row + row,
                    expected.schema.field_name(i), to_text(scalar_at(ours, row)),
                    to_text(scalar_at(theirs, row)));
  }
  if (written.rows != expected.rows)
    return fail(Code::corrupt, "{} than {} rows", written.rows < expected.rows ? "fewer" : "more",
                first_row + rows);
  return {};
}

}  // namespace

Result<void> check_same_rows(BatchSource& written, BatchSource& expected,
                             const PipelineOptions& options) {
  const auto ours = rechunked(written, default_chunk_rows);
  const auto theirs = rechunked(expected, default_chunk_rows);
  ours->prepare(options.threads);
  theirs->prepare(options.threads);
  std::uint64_t row = 0;
  for (bool started = false;;) {
    if (options.cancelled && *options.cancelled) return fail(Code::cancelled, "stopped");
    auto right = next_chunk(*theirs);
    if (!right && theirs->wants_restart()) {
      GYRE_TRY(theirs->restart());
      GYRE_TRY(ours->restart());
      row = 0;
      started = false;
      continue;
    }
    if (!right) return std::unexpected(std::move(right).error());
    if (!std::exchange(started, true)) GYRE_TRY(check_types(ours->schema(), theirs->schema()));
    const auto left = options.limit.value_or(UINT64_MAX) - row;
    if (right->rows > left) *right = first_rows(*right, left);
    const auto chunk = GYRE_TRY(next_chunk(*ours));
    GYRE_TRY(check_chunk(chunk, *right, row));
    if (right->rows == 0) return {};
    row += right->rows;
  }
}

}  // namespace gyre
