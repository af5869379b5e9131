#include "convert/pipeline.hpp"

#include <algorithm>
#include <atomic>

#include "base/ordered.hpp"
#include "convert/detail/job_batches.hpp"

namespace gyre {
namespace {

/// Jobs under way or waiting for their turn, for each thread.
constexpr std::size_t jobs_ahead_per_thread = 2;

struct Prepared {
  std::vector<BatchOutput::Piece> pieces;
  std::vector<std::uint64_t> rows;
  std::uint64_t bytes = 0;
};

/// Releases free memory each time that so many bytes of rows have gone.
class Releaser {
 public:
  explicit Releaser(std::uint64_t step_bytes) : step_bytes_(step_bytes) {}
  void add(std::uint64_t bytes) {
    bytes_ += bytes;
    if (bytes_ < step_bytes_) return;
    bytes_ = 0;
    release_free_memory();
  }

 private:
  std::uint64_t step_bytes_, bytes_ = 0;
};

/// Rows that still may pass. Batches behind the limit are dropped, the one that crosses it is cut; as that needs the
/// number of rows before, a limited pipeline prepares its pieces in order.
class Limit {
 public:
  explicit Limit(std::optional<std::uint64_t> rows)
      : exists_(rows.has_value()), left_(rows.value_or(0)) {}
  bool exists() const { return exists_; }
  bool reached() const { return exists_ && left_ == 0; }
  /// Called by one thread at a time; others may ask meanwhile whether it is reached.
  Batch cut(Batch batch) {
    const auto rows = std::min<std::uint64_t>(batch.rows, left_);
    left_ -= rows;
    return rows == batch.rows ? std::move(batch) : first_rows(batch, rows);
  }

 private:
  bool exists_;
  std::atomic<std::uint64_t> left_;
};

}  // namespace

Result<void> run_pipeline(BatchSource& source, BatchOutput& output,
                          const PipelineOptions& options) {
  source.prepare(options.threads);
  Limit limit(options.limit);
  const auto next = [&]() -> Result<std::optional<BatchJob>> {
    if (options.cancelled && *options.cancelled) return fail(Code::cancelled, "stopped");
    if (limit.reached()) return std::optional<BatchJob>{};
    return source.next_job();
  };
  const auto ahead = options.threads * jobs_ahead_per_thread;
  const auto count = [&](std::uint64_t rows) {
    if (options.progress) options.progress->rows += rows;
  };

  if (limit.exists()) {
    using Run = OrderedRun<BatchJob, std::vector<Batch>>;
    const auto emit = [&](std::vector<Batch> batches) -> Result<bool> {
      for (auto& batch : batches) {
        if (limit.reached()) break;
        auto part = limit.cut(std::move(batch));
        count(part.rows);
        const auto piece = GYRE_TRY(output.prepare(std::move(part), 0));
        GYRE_TRY(piece());
      }
      return !limit.reached();
    };
    if (limit.reached()) return {};
    return Run::run(
        options.threads, ahead, next,
        [&](const BatchJob& job, unsigned worker, Run::Turn& turn) {
          return job_batches(job, worker, options.shares.job_bytes, turn);
        },
        emit);
  }

  using Run = OrderedRun<BatchJob, Prepared>;
  Releaser releaser(options.shares.chunk_bytes);
  const auto work = [&](const BatchJob& job, unsigned worker, Run::Turn& turn) -> Result<Prepared> {
    Prepared prepared;
    const auto take = [&](Batch batch) -> Result<bool> {
      prepared.bytes += batch.size_bytes();
      prepared.rows.push_back(batch.rows);
      prepared.pieces.push_back(GYRE_TRY(output.prepare(std::move(batch), worker)));
      if (prepared.bytes < options.shares.job_bytes) return true;
      return turn.emit(std::exchange(prepared, {}));
    };
    GYRE_TRY(job(worker, take));
    return prepared;
  };
  const auto emit = [&](const Prepared& prepared) -> Result<bool> {
    for (std::size_t i = 0; i < prepared.pieces.size(); ++i) {
      GYRE_TRY(prepared.pieces[i]());
      count(prepared.rows[i]);
    }
    releaser.add(prepared.bytes);
    return true;
  };
  return Run::run(options.threads, ahead, next, work, emit);
}

Result<void> convert(
    BatchSource& source,
    const std::function<Result<std::unique_ptr<BatchOutput>>(const DType& schema)>& make_output,
    const PipelineOptions& options, const std::function<void(BatchOutput& output)>& finished) {
  Progress own;
  auto watched = options;
  if (!watched.progress) watched.progress = &own;
  for (;;) {
    const auto output = GYRE_TRY(make_output(source.schema()));
    const std::uint64_t rows_before = watched.progress->rows;
    const auto ran = run_pipeline(source, *output, watched);
    if (ran) {
      GYRE_TRY(output->finish());
      finished(*output);
      return {};
    }
    const bool has_rows = watched.progress->rows != rows_before;
    if (!source.wants_restart() || (options.is_final && has_rows)) return ran;
    GYRE_TRY(source.restart());
  }
}

}  // namespace gyre
