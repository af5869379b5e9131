#include "array/batch_source.hpp"

namespace gyre {

Result<void> give(std::vector<Batch> batches, const BatchTaker& take) {
  for (auto& batch : batches)
    if (!GYRE_TRY(take(std::move(batch)))) break;
  return {};
}

Result<std::vector<Batch>> read_all(BatchSource& source) {
  source.prepare(1);
  std::vector<Batch> all;
  const auto take = [&](Batch batch) -> Result<bool> {
    all.push_back(std::move(batch));
    return true;
  };
  for (;;) {
    const auto job = GYRE_TRY(source.next_job());
    if (!job) return all;
    GYRE_TRY((*job)(0, take));
  }
}

}  // namespace gyre
