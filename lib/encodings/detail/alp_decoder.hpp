#pragma once

#include <bit>
#include <cstdint>

#include "dtype/dtype.hpp"

namespace gyre {

/// Floats by the width of their words, and the powers of ten that the format knows for them.
template <class W>
struct AlpFloats;
template <>
struct AlpFloats<std::uint32_t> {
  using Float = float;
  using Integer = std::int32_t;
  static constexpr float powers[] = {1e0F, 1e1F, 1e2F, 1e3F, 1e4F, 1e5F,
                                     1e6F, 1e7F, 1e8F, 1e9F, 1e10F};
  static constexpr float inverse_powers[] = {1e-0F, 1e-1F, 1e-2F, 1e-3F, 1e-4F, 1e-5F,
                                             1e-6F, 1e-7F, 1e-8F, 1e-9F, 1e-10F};
};
template <>
struct AlpFloats<std::uint64_t> {
  using Float = double;
  using Integer = std::int64_t;
  static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23};
  static constexpr double inverse_powers[] = {
      1e-0,  1e-1,  1e-2,  1e-3,  1e-4,  1e-5,  1e-6,  1e-7,  1e-8,  1e-9,  1e-10, 1e-11,
      1e-12, 1e-13, 1e-14, 1e-15, 1e-16, 1e-17, 1e-18, 1e-19, 1e-20, 1e-21, 1e-22, 1e-23};
};

/// Calls `body` with a word of the width of a column of f32 or f64.
template <class Body>
decltype(auto) with_float_word(const DType& dtype, Body&& body) {
  if (dtype.ptype() == PType::f32) return body(std::uint32_t{});
  return body(std::uint64_t{});
}

/// From integers to floats.
template <class W>
class AlpDecoder {
 public:
  using Float = typename AlpFloats<W>::Float;

  AlpDecoder(unsigned e, unsigned f)
      : power_(AlpFloats<W>::powers[f]), inverse_(AlpFloats<W>::inverse_powers[e]) {}

  W decode(W encoded) const {
    return decoded(static_cast<Float>(static_cast<typename AlpFloats<W>::Integer>(encoded)));
  }

  void decode(std::uint64_t count, W* words) const {
    if constexpr (sizeof(W) == 8) {
      if (all_small(count, words)) {
        for (std::uint64_t i = 0; i < count; ++i)
          words[i] = decoded(std::bit_cast<double>(words[i] + magic_bits) - magic);
        return;
      }
    }
    for (std::uint64_t i = 0; i < count; ++i) words[i] = decode(words[i]);
  }

 private:
  // Few machines turn vectors of 64-bit integers into doubles. Added to the bits of 1.5 * 2^52, an integer of at most 51
  // bits is that number plus the integer, exactly.
  static constexpr double magic = 0x1.8p52;
  static constexpr auto magic_bits = std::bit_cast<std::uint64_t>(magic);

  static bool all_small(std::uint64_t count, const W* words) {
    constexpr auto half = std::uint64_t{1} << 51;
    std::uint64_t high = 0;
    for (std::uint64_t i = 0; i < count; ++i) high |= (words[i] + half) >> 52;
    return high == 0;
  }

  W decoded(Float value) const { return std::bit_cast<W>(value * power_ * inverse_); }

  Float power_, inverse_;
};

}  // namespace gyre
