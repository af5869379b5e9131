#pragma once

#include "base/words.hpp"

namespace gyre::expr {

/// Arithmetic on 256 bits, wrapping.
constexpr Int256 negated(Int256 value) {
  std::uint64_t carry = 1;
  for (auto& limb : value.limb) {
    limb = ~limb + carry;
    carry = carry != 0 && limb == 0 ? 1 : 0;
  }
  return value;
}
constexpr Int256 next(Int256 value) {
  for (auto& limb : value.limb)
    if (++limb != 0) break;
  return value;
}
constexpr Int256 previous(Int256 value) {
  for (auto& limb : value.limb)
    if (limb-- != 0) break;
  return value;
}
constexpr Int256 shifted_left(const Int256& value, unsigned by) {
  Int256 result;
  for (unsigned i = by / 64; i < 4; ++i) {
    result.limb[i] = value.limb[i - by / 64] << (by % 64);
    if (by % 64 != 0 && i > by / 64)
      result.limb[i] |= value.limb[i - by / 64 - 1] >> (64 - by % 64);
  }
  return result;
}

/// The ends of the signed range.
inline constexpr Int256 widest =
    Int256::make(~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0} >> 1);
inline constexpr Int256 lowest = Int256::make(0, 0, 0, std::uint64_t{1} << 63);

}  // namespace gyre::expr
