#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/result.hpp"

namespace gyre {

/// Where text goes.
class ByteOutput {
 public:
  virtual ~ByteOutput() = default;
  /// Takes all the bytes or fails.
  virtual Result<void> write(std::span<const std::byte> bytes) = 0;
  /// Nothing follows: what was written may be published.
  virtual Result<void> finish() { return {}; }
};

/// Collects text in memory.
class StringOutput final : public ByteOutput {
 public:
  Result<void> write(std::span<const std::byte> bytes) override {
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return {};
  }

  std::string text;
};

}  // namespace gyre
