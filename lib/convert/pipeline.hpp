#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "array/batch_output.hpp"
#include "array/batch_source.hpp"
#include "base/memory_shares.hpp"
#include "base/progress.hpp"

namespace gyre {

/// How a pipeline runs.
struct PipelineOptions {
  unsigned threads = 1;
  std::optional<std::uint64_t> limit = std::nullopt;  ///< rows, then it stops
  Progress* progress = nullptr;
  const std::atomic<bool>* cancelled = nullptr;  ///< stops it with Code::cancelled
  /// Rows that an output was given cannot be taken back: they are on a pipe or a terminal.
  bool is_final = false;
  MemoryShares shares = {};
};

/// Runs all rows of `source` through `output`, in order: the worker that makes rows also formats or encodes them. Does not
/// call output.finish().
/// Errors   of either side; Code::cancelled
Result<void> run_pipeline(BatchSource& source, BatchOutput& output, const PipelineOptions& options);

/// Runs a pipeline to its finish. Where the source finds that it guessed its schema too narrow, it starts again with a wider
/// one and a new output; unless rows are out already that cannot be taken back, which makes it an error.
///
/// make_output   called for each attempt with the schema as it is then
/// finished      called with the output that was finished, while it still is there
Result<void> convert(
    BatchSource& source,
    const std::function<Result<std::unique_ptr<BatchOutput>>(const DType& schema)>& make_output,
    const PipelineOptions& options,
    const std::function<void(BatchOutput& output)>& finished = [](BatchOutput&) {});

}  // namespace gyre
