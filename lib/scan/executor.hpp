#pragma once

#include <memory>
#include <vector>

#include "array/batch_source.hpp"
#include "array/read_context.hpp"
#include "base/memory_shares.hpp"
#include "scan/plan.hpp"
#include "scan/splits.hpp"

namespace gyre {

/// Who runs the splits of a plan: the CPU now, a GPU later. One plan, several executors.
class Executor {
 public:
  virtual ~Executor() = default;
  virtual SplitLimits limits() const = 0;
  /// Called once: splits will run on workers 0 .. workers - 1.
  virtual void prepare(unsigned workers) = 0;
  /// Hands over the rows of one split that pass the filter, in order.
  virtual Result<void> run(const Plan& plan, RowRange split, unsigned worker,
                           const BatchTaker& take) = 0;
  /// What all workers did so far; only while none of them runs.
  virtual ReadCounters counters() const = 0;
};

/// How the CPU scans.
struct CpuOptions {
  bool plain = false;  ///< answer every question by reading first (GYRE_PLAIN=1)
  /// Batches whose texts and lists take more end early.
  std::uint64_t job_bytes = MemoryShares().job_bytes;
  /// Of one batch, or it is an error.
  std::uint64_t most_column_bytes = MemoryShares().most_column_bytes;
};

std::unique_ptr<Executor> make_cpu_executor(const CpuOptions& options = {});

}  // namespace gyre
