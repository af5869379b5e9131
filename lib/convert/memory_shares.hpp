#pragma once

#include <cstdint>

#include "base/result.hpp"

namespace gyre {

/// How the memory of a conversion is shared out. What is in flight at most: for each worker a few jobs of the input and
/// batches in their queue, and two chunks of the output with what encoding them takes.
struct MemoryShares {
  std::uint64_t job_bytes = 16 << 20;    ///< that a job of the input may hold before it is its turn
  std::uint64_t chunk_bytes = 64 << 20;  ///< of the rows that are written together, in plain memory
  unsigned threads = 1;

  /// Shares that keep a conversion within `limit_bytes`, by `threads` workers or by fewer where that is too little for all.
  /// Errors   Code::invalid_argument: too little for one
  static Result<MemoryShares> of(std::uint64_t limit_bytes, unsigned threads);
};

}  // namespace gyre
