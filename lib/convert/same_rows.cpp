#include "convert/same_rows.hpp"

#include "convert/detail/written_rows.hpp"
#include "convert/output.hpp"
#include "convert/rechunked.hpp"

namespace gyre {

Result<void> check_same_rows(BatchSource& written, BatchSource& expected,
                             const PipelineOptions& options, std::optional<TextStyle> text) {
  const ChunkBounds bounds{default_chunk_rows, options.shares.chunk_bytes};
  const auto ours = rechunked(written, bounds, options.shares.job_bytes);
  const auto theirs = rechunked(expected, bounds, options.shares.job_bytes);
  WrittenRows rows(*ours, options.threads, text);
  theirs->prepare(options.threads);
  auto left = options.limit.value_or(UINT64_MAX);
  const auto check = [&](Batch batch) -> Result<bool> {
    if (batch.rows > left) batch = first_rows(batch, left);
    GYRE_TRY(rows.check(batch));
    left -= batch.rows;
    return left > 0;
  };
  while (left > 0) {
    if (options.cancelled && *options.cancelled) return fail(Code::cancelled, "stopped");
    const auto job = GYRE_TRY(theirs->next_job());
    if (!job) break;
    GYRE_TRY((*job)(0, check));
  }
  return rows.check_end(theirs->schema());
}

}  // namespace gyre
