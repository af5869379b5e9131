#pragma once

#include <vector>

#include "array/batch_source.hpp"
#include "base/ordered.hpp"

namespace gyre {

/// The batches of a job. From `most_bytes` on they are emitted before the job is at its end, once it is its turn, so that no
/// job in waiting holds more.
inline Result<std::vector<Batch>> job_batches(
    const BatchJob& job, unsigned worker, std::uint64_t most_bytes,
    OrderedRun<BatchJob, std::vector<Batch>>::Turn& turn) {
  std::vector<Batch> batches;
  std::uint64_t bytes = 0;
  const auto take = [&](Batch batch) -> Result<bool> {
    bytes += batch.size_bytes();
    batches.push_back(std::move(batch));
    if (bytes < most_bytes) return true;
    bytes = 0;
    return turn.emit(std::exchange(batches, {}));
  };
  GYRE_TRY(job(worker, take));
  return batches;
}

}  // namespace gyre
