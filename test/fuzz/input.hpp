#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/bits.hpp"
#include "base/buffer.hpp"

namespace gyre::fuzz {

/// Bytes in memory of exactly their size, so that the address sanitizer sees each step outside.
inline Buffer exact_copy(std::span<const std::byte> bytes) {
  if (bytes.empty()) return {};
  const std::shared_ptr<std::byte[]> owner(new std::byte[bytes.size()]);
  std::memcpy(owner.get(), bytes.data(), bytes.size());
  return Buffer::share({owner.get(), bytes.size()}, owner);
}

/// What a fuzzer gives, taken from the front; behind the end there are zeros.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size)
      : left_(reinterpret_cast<const std::byte*>(data), size) {}

  bool empty() const { return left_.empty(); }
  std::uint8_t byte() {
    const auto taken = bytes(1);
    return taken.empty() ? std::uint8_t{0} : std::to_integer<std::uint8_t>(taken[0]);
  }
  std::uint16_t number() {
    const unsigned low = byte();
    return static_cast<std::uint16_t>(low | unsigned{byte()} << 8);
  }
  /// At most `count` bytes, fewer at the end.
  std::span<const std::byte> bytes(std::size_t count) {
    const auto taken = left_.first(std::min(count, left_.size()));
    left_ = left_.subspan(taken.size());
    return taken;
  }
  std::string_view rest() {
    const auto taken = bytes(left_.size());
    return {reinterpret_cast<const char*>(taken.data()), taken.size()};
  }

 private:
  std::span<const std::byte> left_;
};

}  // namespace gyre::fuzz
