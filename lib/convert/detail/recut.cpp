#include "convert/detail/recut.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "convert/detail/job_batches.hpp"

namespace gyre {
namespace {

/// Batches that wait to be taken, and jobs that may run ahead, for each thread.
constexpr std::size_t ahead_per_thread = 2;

class Recut final : public BatchSource {
 public:
  Recut(BatchSource& source, std::unique_ptr<BatchCutter> cutter, std::uint64_t job_bytes)
      : source_(source), cutter_(std::move(cutter)), job_bytes_(job_bytes) {}
  ~Recut() override { stop(); }

  const DType& schema() const override { return cutter_->schema(); }
  bool wants_restart() const override { return source_.wants_restart(); }
  Result<void> restart() override {
    stop();
    queue_.clear();
    error_.reset();
    ended_ = stopped_ = false;
    GYRE_TRY(source_.restart());
    return cutter_->reset();
  }
  void prepare(unsigned workers) override {
    workers_ = workers;
    source_.prepare(workers);
  }

  Result<std::optional<BatchJob>> next_job() override {
    if (!thread_.joinable() && !stopped_) thread_ = std::thread([this] { run(); });
    for (;;) {
      auto chunk = GYRE_TRY(cutter_->take(false));
      if (!chunk) {
        auto batch = GYRE_TRY(wait());
        if (batch) {
          if (!GYRE_TRY(cutter_->add(*std::move(batch)))) stop();
          continue;
        }
        chunk = GYRE_TRY(cutter_->take(true));
        if (!chunk) return std::optional<BatchJob>{};
      }
      auto shared = std::make_shared<Batch>(*std::move(chunk));
      return std::optional<BatchJob>([shared](unsigned, const BatchTaker& take) -> Result<void> {
        (void)GYRE_TRY(take(std::move(*shared)));
        return {};
      });
    }
  }

 private:
  void run() {
    using Run = OrderedRun<BatchJob, std::vector<Batch>>;
    const auto work = [this](const BatchJob& job, unsigned worker, Run::Turn& turn) {
      return job_batches(job, worker, job_bytes_, turn);
    };
    const auto ahead = workers_ * ahead_per_thread;
    const auto emit = [&](std::vector<Batch> batches) -> Result<bool> {
      std::unique_lock lock(mutex_);
      for (auto& batch : batches) {
        changed_.wait(lock, [&] { return stopped_ || queue_.size() < ahead; });
        if (stopped_) return false;
        queue_.push_back(std::move(batch));
        changed_.notify_all();
      }
      return true;
    };
    auto ran = Run::run(workers_, ahead, [&] { return source_.next_job(); }, work, emit);
    const std::scoped_lock lock(mutex_);
    if (!ran) error_ = std::move(ran).error();
    ended_ = true;
    changed_.notify_all();
  }

  /// The next batch of the source; nothing at its end.
  Result<std::optional<Batch>> wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || !queue_.empty(); });
    if (!queue_.empty() && !stopped_) {
      auto batch = std::move(queue_.front());
      queue_.pop_front();
      changed_.notify_all();
      return batch;
    }
    if (error_ && !stopped_) return std::unexpected(*error_);
    return std::optional<Batch>{};
  }

  void stop() {
    {
      const std::scoped_lock lock(mutex_);
      stopped_ = true;
      changed_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
  }

  BatchSource& source_;
  std::unique_ptr<BatchCutter> cutter_;
  std::uint64_t job_bytes_;
  unsigned workers_ = 1;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Batch> queue_;
  std::optional<Error> error_;
  bool ended_ = false, stopped_ = false;
};

}  // namespace

std::unique_ptr<BatchSource> recut(BatchSource& source, std::unique_ptr<BatchCutter> cutter,
                                   std::uint64_t job_bytes) {
  return std::make_unique<Recut>(source, std::move(cutter), job_bytes);
}

}  // namespace gyre
