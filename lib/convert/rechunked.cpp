#include "convert/rechunked.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "array/column_sink.hpp"
#include "base/ordered.hpp"

namespace gyre {
namespace {

/// Batches that wait to be taken, and jobs that may run ahead, for each thread.
constexpr std::size_t ahead_per_thread = 2;

/// Glues batches together to ones of an exact size.
class Chunker {
 public:
  explicit Chunker(std::uint64_t rows) : rows_(rows) {}

  void add(Batch batch) {
    if (batch.rows == 0) return;
    waiting_rows_ += batch.rows;
    waiting_.push_back(std::move(batch));
  }

  void reset() {
    waiting_.clear();
    waiting_rows_ = 0;
  }

  /// A whole chunk; or, at the end, what is left. Nothing if there is not enough.
  Result<std::optional<Batch>> take(bool at_end) {
    if (waiting_rows_ < rows_ && (!at_end || waiting_rows_ == 0)) return std::optional<Batch>{};
    if (waiting_.front().rows == rows_ || (waiting_.size() == 1 && waiting_rows_ <= rows_)) {
      auto whole = std::move(waiting_.front());
      waiting_.pop_front();
      waiting_rows_ -= whole.rows;
      return whole;
    }
    return glue(std::min(rows_, waiting_rows_));
  }

 private:
  Result<std::optional<Batch>> glue(std::uint64_t rows) {
    Batch chunk{waiting_.front().schema, rows, {}};
    for (std::size_t column = 0; column < chunk.schema.field_count(); ++column) {
      const auto sink = make_column_sink(chunk.schema.field(column), context_);
      auto left = rows;
      for (const auto& batch : waiting_) {
        const auto part = std::min(left, batch.rows);
        const auto reader = reader_of(batch.columns[column], context_);
        for (std::uint64_t first = 0; first < part; first += tile_rows)
          GYRE_TRY(sink->append(*reader, {first, std::min(first + tile_rows, part)}, nullptr));
        left -= part;
        if (left == 0) break;
      }
      chunk.columns.push_back(GYRE_TRY(sink->finish()));
    }
    drop(rows);
    return chunk;
  }

  void drop(std::uint64_t rows) {
    waiting_rows_ -= rows;
    while (rows > 0) {
      auto& front = waiting_.front();
      const auto part = std::min(rows, front.rows);
      rows -= part;
      if (part == front.rows) {
        waiting_.pop_front();
        continue;
      }
      for (auto& column : front.columns) column = slice(column, part, front.rows);
      front.rows -= part;
    }
  }

  std::uint64_t rows_;
  std::deque<Batch> waiting_;
  std::uint64_t waiting_rows_ = 0;
  ReadContext context_;
};

class Rechunked final : public BatchSource {
 public:
  Rechunked(BatchSource& source, std::uint64_t rows) : source_(source), chunker_(rows) {}
  ~Rechunked() override { stop(); }

  const DType& schema() const override { return source_.schema(); }
  bool wants_restart() const override { return source_.wants_restart(); }
  Result<void> restart() override {
    stop();
    chunker_.reset();
    queue_.clear();
    error_.reset();
    ended_ = stopped_ = false;
    return source_.restart();
  }
  void prepare(unsigned workers) override {
    workers_ = workers;
    source_.prepare(workers);
  }

  Result<std::optional<BatchJob>> next_job() override {
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    for (;;) {
      auto chunk = GYRE_TRY(chunker_.take(false));
      if (!chunk) {
        auto batch = GYRE_TRY(wait());
        if (batch) {
          chunker_.add(*std::move(batch));
          continue;
        }
        chunk = GYRE_TRY(chunker_.take(true));
        if (!chunk) return std::optional<BatchJob>{};
      }
      auto shared = std::make_shared<Batch>(*std::move(chunk));
      return std::optional<BatchJob>([shared](unsigned) -> Result<std::vector<Batch>> {
        std::vector<Batch> batches;
        batches.push_back(std::move(*shared));
        return batches;
      });
    }
  }

 private:
  void run() {
    using Run = OrderedRun<BatchJob, std::vector<Batch>>;
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
    auto ran = Run::run(
        workers_, ahead, [&] { return source_.next_job(); },
        [](BatchJob job, unsigned worker) { return job(worker); }, emit);
    const std::scoped_lock lock(mutex_);
    if (!ran) error_ = std::move(ran).error();
    ended_ = true;
    changed_.notify_all();
  }

  /// The next batch of the source; nothing at its end.
  Result<std::optional<Batch>> wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || !queue_.empty(); });
    if (!queue_.empty()) {
      auto batch = std::move(queue_.front());
      queue_.pop_front();
      changed_.notify_all();
      return batch;
    }
    if (error_) return std::unexpected(*error_);
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
  Chunker chunker_;
  unsigned workers_ = 1;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Batch> queue_;
  std::optional<Error> error_;
  bool ended_ = false, stopped_ = false;
};

}  // namespace

std::unique_ptr<BatchSource> rechunked(BatchSource& source, std::uint64_t rows) {
  return std::make_unique<Rechunked>(source, rows);
}

}  // namespace gyre
