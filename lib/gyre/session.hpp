#pragma once

#include <atomic>
#include <cstdint>

#include "array/encoding.hpp"
#include "base/memory_shares.hpp"
#include "encodings/builtin.hpp"
#include "layout/layout.hpp"

namespace gyre {

/// What one run of a program works with. main makes it and hands down what each part needs, never the whole.
struct Session {
  EncodingTable encodings{builtin_encodings()};
  LayoutTable layouts{builtin_layouts()};

  /// Workers of a pipeline; at least 1.
  unsigned threads = 1;
  MemoryShares shares;
  /// Work ends early once this is true; null: never.
  const std::atomic<bool>* stop = nullptr;
};

}  // namespace gyre
