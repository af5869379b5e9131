#pragma once

#include <memory>
#include <vector>

#include "array/batch.hpp"
#include "array/read_context.hpp"
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
  /// The rows of one split that pass the filter, in order.
  virtual Result<std::vector<Batch>> run(const Plan& plan, RowRange split, unsigned worker) = 0;
  /// What all workers did so far; only while none of them runs.
  virtual ReadCounters counters() const = 0;
};

/// `plain`: answer every question by reading first (GYRE_PLAIN=1).
std::unique_ptr<Executor> make_cpu_executor(bool plain);

}  // namespace gyre
