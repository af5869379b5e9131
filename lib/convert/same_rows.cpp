#include "convert/same_rows.hpp"

#include <algorithm>

#include "convert/output.hpp"
#include "convert/rechunked.hpp"
#include "dtype/text.hpp"

namespace gyre {
namespace {

/// The rows of a source, taken in pieces of any size.
class Rows {
 public:
  Rows(BatchSource& source, unsigned threads)
      : source_(rechunked(source, {default_chunk_rows, MemoryShares().chunk_bytes})) {
    source_->prepare(threads);
  }

  const DType& schema() const { return source_->schema(); }
  bool wants_restart() const { return source_->wants_restart(); }
  Result<void> restart() {
    batch_.reset();
    first_ = 0;
    return source_->restart();
  }

  /// Rows that are there; 0 at the end.
  Result<std::uint64_t> some() {
    while (!batch_ || first_ == batch_->rows) {
      const auto job = GYRE_TRY(source_->next_job());
      if (!job) return std::uint64_t{0};
      first_ = 0;
      GYRE_TRY((*job)(0, [&](Batch batch) -> Result<bool> {
        batch_ = std::move(batch);
        return true;
      }));
    }
    return batch_->rows - first_;
  }
  const Column& column(std::size_t index) const { return batch_->columns[index]; }
  /// Of the columns, the first of the rows that are there.
  std::uint64_t first() const { return first_; }
  void drop(std::uint64_t rows) { first_ += rows; }

 private:
  std::unique_ptr<BatchSource> source_;
  std::optional<Batch> batch_;
  std::uint64_t first_ = 0;
};

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

Result<void> check_rows(const Rows& written, const Rows& expected, std::uint64_t rows,
                        std::uint64_t rows_before) {
  const auto& schema = expected.schema();
  for (std::size_t i = 0; i < schema.field_count(); ++i) {
    const auto &ours = written.column(i), &theirs = expected.column(i);
    for (std::uint64_t row = 0; row < rows; ++row) {
      const auto our_row = written.first() + row, their_row = expected.first() + row;
      if (!same_value(ours, our_row, theirs, their_row))
        return fail(Code::corrupt, "row {}: column {} is {}, expected {}", rows_before + row,
                    schema.field_name(i), to_text(scalar_at(ours, our_row)),
                    to_text(scalar_at(theirs, their_row)));
    }
  }
  return {};
}

}  // namespace

Result<void> check_same_rows(BatchSource& written, BatchSource& expected,
                             const PipelineOptions& options) {
  Rows ours(written, options.threads), theirs(expected, options.threads);
  std::uint64_t row = 0;
  for (bool started = false;;) {
    if (options.cancelled && *options.cancelled) return fail(Code::cancelled, "stopped");
    auto there = theirs.some();
    if (!there && theirs.wants_restart()) {
      GYRE_TRY(theirs.restart());
      GYRE_TRY(ours.restart());
      row = 0;
      started = false;
      continue;
    }
    if (!there) return std::unexpected(std::move(there).error());
    if (!std::exchange(started, true)) GYRE_TRY(check_types(ours.schema(), theirs.schema()));
    const auto left = std::min(*there, options.limit.value_or(UINT64_MAX) - row);
    const auto here = GYRE_TRY(ours.some());
    const auto rows = std::min(here, left);
    if (rows > 0) GYRE_TRY(check_rows(ours, theirs, rows, row));
    if (rows == 0 && here != left)
      return fail(Code::corrupt, "{} than {} rows", here < left ? "fewer" : "more", row);
    if (rows == 0) return {};
    ours.drop(rows);
    theirs.drop(rows);
    row += rows;
  }
}

}  // namespace gyre
