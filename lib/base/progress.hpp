#pragma once

#include <atomic>
#include <cstdint>

namespace gyre {

/// How far long work has come. Workers add, whoever shows it reads; a total of 0 means unknown.
struct Progress {
  std::atomic<std::uint64_t> done_bytes = 0;
  std::atomic<std::uint64_t> total_bytes = 0;
  std::atomic<std::uint64_t> rows = 0;
};

}  // namespace gyre
