#pragma once

#include <memory>
#include <optional>

#include "array/batch_source.hpp"

namespace gyre {

/// Makes other batches of the batches of a source, one after the other.
class BatchCutter {
 public:
  virtual ~BatchCutter() = default;
  /// Of the batches it makes.
  virtual const DType& schema() const = 0;
  /// False: no more are wanted.
  virtual Result<bool> add(Batch batch) = 0;
  /// A batch that is ready; at the end, whatever is left. Nothing if none is.
  virtual Result<std::optional<Batch>> take(bool at_end) = 0;
  /// Forgets what was added: the source starts again, perhaps with other types.
  virtual Result<void> reset() = 0;
};

/// The rows of `source` as `cutter` cuts them. The source's jobs run on threads of their own, as many as prepare() says.
/// The source lives longer.
/// job_bytes   that a job in waiting may hold
std::unique_ptr<BatchSource> recut(BatchSource& source, std::unique_ptr<BatchCutter> cutter,
                                   std::uint64_t job_bytes);

}  // namespace gyre
