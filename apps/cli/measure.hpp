#pragma once

#include <sys/resource.h>

#include <chrono>

namespace gyre::cli {

/// Wall and CPU time since it was made.
class Stopwatch {
 public:
  double wall_s() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
  /// Of all threads of the process.
  double cpu_s() const { return process_cpu_s() - cpu_started_; }

 private:
  using Clock = std::chrono::steady_clock;
  static double process_cpu_s() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  }

  Clock::time_point started_ = Clock::now();
  double cpu_started_ = process_cpu_s();
};

}  // namespace gyre::cli
