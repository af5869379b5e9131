#pragma once

#include <memory>

#include "array/batch_source.hpp"
#include "scan/executor.hpp"
#include "scan/plan.hpp"

namespace gyre {

/// A planned scan as an input: one job a split. It may give more rows than the plan's limit; whoever reads it stops.
class ScanSource final : public BatchSource {
 public:
  ScanSource(Plan plan, std::unique_ptr<Executor> executor);

  const DType& schema() const override { return plan_.schema; }
  void prepare(unsigned workers) override { executor_->prepare(workers); }
  Result<std::optional<BatchJob>> next_job() override;
  Result<void> restart() override;

  const Plan& plan() const { return plan_; }
  const Executor& executor() const { return *executor_; }

 private:
  SplitCutter cutter() const;

  Plan plan_;
  std::unique_ptr<Executor> executor_;
  SplitCutter splits_;
};

/// Any input seen through a select list and a filter.
///
/// Errors   as bind_output and expr::bind
Result<std::unique_ptr<BatchSource>> filtered(std::unique_ptr<BatchSource> source,
                                              const ScanRequest& request);

}  // namespace gyre
