#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "base/buffer.hpp"
#include "base/result.hpp"

namespace gyre {

/// Bytes from front to back: a file, a pipe, a decompressor.
class ByteInput {
 public:
  virtual ~ByteInput() = default;
  /// Fills the front of `into`, which is not empty, and says how far; 0 only at the end.
  virtual Result<std::size_t> read(std::span<std::byte> into) = 0;
  /// Whether rewind works.
  virtual bool seekable() const = 0;
  /// Back to the first byte.
  virtual Result<void> rewind() = 0;
  /// 0 where unknown.
  virtual std::uint64_t size_bytes() const { return 0; }
  /// What messages call it.
  virtual std::string_view name() const = 0;
};

/// Bytes in memory.
class BufferInput final : public ByteInput {
 public:
  BufferInput(Buffer bytes, std::string name) : bytes_(std::move(bytes)), name_(std::move(name)) {}

  Result<std::size_t> read(std::span<std::byte> into) override {
    const auto size = std::min(into.size(), bytes_.size() - position_);
    if (size > 0) std::memcpy(into.data(), bytes_.data() + position_, size);
    position_ += size;
    return size;
  }
  bool seekable() const override { return true; }
  Result<void> rewind() override {
    position_ = 0;
    return {};
  }
  std::string_view name() const override { return name_; }

 private:
  Buffer bytes_;
  std::string name_;
  std::size_t position_ = 0;
};

}  // namespace gyre
