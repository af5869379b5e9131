#pragma once

#include <cstdint>

#include "base/words.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gyre {

/// 64 bytes of text that are asked for several characters; the answer has bit i set where byte i is the one.
#if defined(__SSE2__)
class Bytes64 {
 public:
  explicit Bytes64(const char* text) {
    for (int i = 0; i < 4; ++i)
      part_[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text) + i);
  }
  std::uint64_t equal(char c) const {
    const auto wanted = _mm_set1_epi8(c);
    std::uint64_t bits = 0;
    for (int i = 0; i < 4; ++i) {
      const auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(part_[i], wanted)));
      bits |= std::uint64_t{found} << (16 * i);
    }
    return bits;
  }

 private:
  __m128i part_[4];
};
#else
class Bytes64 {
 public:
  explicit Bytes64(const char* text) : text_(text) {}
  std::uint64_t equal(char c) const {
    constexpr std::uint64_t ones = 0x0101010101010101, low = 0x7f7f7f7f7f7f7f7f;
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) {
      const auto differing =
          load<std::uint64_t>(text_ + 8 * i) ^ ones * static_cast<unsigned char>(c);
      // The high bit of each byte that is 0, exactly; then the eight high bits side by side.
      const auto zero = ~((((differing & low) + low) | differing) | low);
      bits |= ((zero >> 7) * 0x0102040810204080 >> 56) << (8 * i);
    }
    return bits;
  }

 private:
  const char* text_;
};
#endif

/// Set bits, where a call of std::popcount for want of the instruction would cost more.
constexpr unsigned count_ones(std::uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<unsigned>(bits * 0x0101010101010101 >> 56);
}

/// Bit i is the parity of bits 0 .. i.
constexpr std::uint64_t prefix_xor(std::uint64_t bits) {
  for (int by = 1; by < 64; by *= 2) bits ^= bits << by;
  return bits;
}

}  // namespace gyre
