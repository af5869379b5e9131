#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "base/progress.hpp"

namespace gyre::cli {

/// Shows on standard error how far work has come, as long as it lives: "  45%  1.2 GB of 2.7 GB  310.5 MB/s  12,345 rows".
/// On a terminal one line that is gone at the end; else a line a second.
class ProgressLine {
 public:
  /// Nothing is shown where `show` is false.
  ProgressLine(const Progress& progress, bool show);
  ~ProgressLine();

 private:
  void run(const std::stop_token& stop);
  std::string text() const;

  const Progress& progress_;
  bool terminal_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::jthread thread_;  // last: it uses all the others
};

}  // namespace gyre::cli
