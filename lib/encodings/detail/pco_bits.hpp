#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/buffer.hpp"
#include "base/words.hpp"

namespace gyre {

/// The bits of one part of pco data (what describes a chunk, or a page), lowest first, with zeros behind them. Reading past
/// the end is harmless for `padding` bytes; whoever reads asks `overran` before that.
class PcoBits {
 public:
  static constexpr std::size_t padding = 4096;
  /// Bits that peek gives at least.
  static constexpr unsigned peek_bits = 57;

  PcoBits() = default;
  explicit PcoBits(std::span<const std::byte> part) { assign(part); }
  /// Starts again with another part, in the same memory.
  void assign(std::span<const std::byte> part) {
    bytes_.resize(0);
    bytes_.reserve(part.size() + padding);
    bytes_.append(part);
    bytes_.resize(part.size() + padding);
    std::memset(bytes_.data() + part.size(), 0, padding);
    end_ = std::uint64_t{part.size()} * 8;
    at_ = 0;
  }

  /// The next `count` bits, at most 64.
  std::uint64_t read(unsigned count) {
    if (count <= peek_bits) {
      const auto value = peek() & low_bits(count);
      at_ += count;
      return value;
    }
    const auto low = read(32);
    return low | read(count - 32) << 32;
  }
  /// The next bits, `peek_bits` of them or more; the rest is zeros.
  std::uint64_t peek() const { return load<std::uint64_t>(bytes_.data() + at_ / 8) >> (at_ % 8); }
  void skip(std::uint64_t count) { at_ += count; }
  void align() { at_ = (at_ + 7) / 8 * 8; }

  bool overran() const { return at_ > end_; }
  /// Bits not read yet.
  std::uint64_t left() const { return overran() ? 0 : end_ - at_; }

  /// A number whose `count` low bits are set, at most 63.
  static constexpr std::uint64_t low_bits(unsigned count) {
    return (std::uint64_t{1} << count) - 1;
  }

 private:
  MutableBuffer bytes_;
  std::uint64_t at_ = 0, end_ = 0;
};

}  // namespace gyre
