#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/result.hpp"

namespace gyre {

/// Jobs come out of `next` one by one, `work` runs them on `threads` threads, and `emit` takes the results in
/// the jobs' order, so that the outcome does not depend on the number of threads.
///
/// next   called by one thread at a time; nothing means the end
/// work   called in parallel; the second argument is the worker's number, 0 .. threads - 1
///        and the third takes results of a long job bit by bit
/// emit   called by one thread at a time, in order; false ends the run early, without an error
/// ahead  jobs that may be under way or waiting to be emitted, which bounds memory; at least 1
/// Errors the first one in the order of jobs, whatever came first in time
template <class Job, class Done>
class OrderedRun {
 public:
  /// The place of one job in the order.
  class Turn {
   public:
    /// Waits for all jobs before this one, then emits a part of its results; the others, and what the job returns, follow.
    /// False: no more are wanted.
    Result<bool> emit(Done part) { return run_.emit_early(number_, std::move(part)); }

   private:
    friend class OrderedRun;
    Turn(OrderedRun& run, std::size_t number) : run_(run), number_(number) {}
    OrderedRun& run_;
    std::size_t number_;
  };

  using Next = std::function<Result<std::optional<Job>>()>;
  using Work = std::function<Result<Done>(Job, unsigned worker, Turn& turn)>;
  using Emit = std::function<Result<bool>(Done)>;

  static Result<void> run(unsigned threads, std::size_t ahead, Next next, Work work, Emit emit) {
    OrderedRun self(std::move(next), std::move(work), std::move(emit), ahead);
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < threads; ++i) helpers.emplace_back([&self, i] { self.loop(i); });
    self.loop(0);
    helpers.clear();
    if (self.error_) return std::unexpected(std::move(*self.error_));
    return {};
  }

 private:
  OrderedRun(Next next, Work work, Emit emit, std::size_t ahead)
      : next_(std::move(next)),
        work_(std::move(work)),
        emit_(std::move(emit)),
        ahead_(ahead > 0 ? ahead : 1) {}

  void loop(unsigned worker) {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(
          lock, [&] { return stopped_ || (!ended_ && !taking_ && taken_ - emitted_ < ahead_); });
      if (stopped_) return;
      taking_ = true;
      lock.unlock();
      auto job = next_();
      lock.lock();
      taking_ = false;
      if (stopped_) return;
      if (!job || !*job) {
        ended_ = true;
        if (!job) finished_.emplace(taken_++, std::unexpected(std::move(job).error()));
        drain(lock);
        if (ended_ && emitted_ == taken_) stop();
        changed_.notify_all();
        if (stopped_) return;
        changed_.wait(lock, [&] { return stopped_; });
        return;
      }
      const auto number = taken_++;
      changed_.notify_all();
      lock.unlock();
      Turn turn(*this, number);
      auto done = work_(std::move(**job), worker, turn);
      lock.lock();
      finished_.emplace(number, std::move(done));
      drain(lock);
      if (ended_ && emitted_ == taken_) stop();
    }
  }

  /// Emits what is next in order; whoever finds another thread at it leaves the work to that thread.
  void drain(std::unique_lock<std::mutex>& lock) {
    if (emitting_) return;
    emitting_ = true;
    while (!stopped_) {
      const auto found = finished_.find(emitted_);
      if (found == finished_.end()) break;
      auto done = std::move(found->second);
      finished_.erase(found);
      lock.unlock();
      auto more =
          done ? emit_(*std::move(done)) : Result<bool>(std::unexpected(std::move(done).error()));
      lock.lock();
      ++emitted_;
      changed_.notify_all();
      if (more && *more) continue;
      if (!more && !error_) error_ = std::move(more).error();
      stop();
    }
    emitting_ = false;
    if (ended_ && emitted_ == taken_) stop();
  }

  /// No one else emits meanwhile: what is next in order is this job's.
  Result<bool> emit_early(std::size_t number, Done part) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stopped_ || emitted_ == number; });
      if (stopped_) return false;
    }
    const auto more = GYRE_TRY(emit_(std::move(part)));
    if (!more) {
      const std::scoped_lock lock(mutex_);
      stop();
    }
    return more;
  }

  void stop() {
    stopped_ = true;
    changed_.notify_all();
  }

  Next next_;
  Work work_;
  Emit emit_;
  std::size_t ahead_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::size_t, Result<Done>> finished_;
  std::size_t taken_ = 0, emitted_ = 0;
  bool taking_ = false, emitting_ = false, ended_ = false, stopped_ = false;
  std::optional<Error> error_;
};

}  // namespace gyre
