#include "array/batch_source.hpp"

namespace gyre {

Result<std::vector<Batch>> read_all(BatchSource& source) {
  source.prepare(1);
  std::vector<Batch> all;
  for (;;) {
    const auto job = GYRE_TRY(source.next_job());
    if (!job) return all;
    for (auto& batch : GYRE_TRY((*job)(0))) all.push_back(std::move(batch));
  }
}

}  // namespace gyre
