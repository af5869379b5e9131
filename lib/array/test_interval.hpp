#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "base/words.hpp"

namespace gyre {

/// How words are read before an interval test.
enum class Order : std::uint8_t {
  plain,     ///< integers and decimals: the bits as they are
  floating,  ///< floats: mapped to integers in value order, NaN above all, -0.0 equal to 0.0
};

/// An interval test on words: a value passes when W(v - low) <= span, wrapping. (256-bit words: low <= v <= high, signed.)
///
/// One form serves every sign and every frame of reference: an encoding that stores v - r tests against low - r.
/// With Order::floating, v is mapped by float_order first, and `low` is given in mapped form.
template <class W>
struct Test {
  W low = 0;
  W span = static_cast<W>(~W{0});
  Order order = Order::plain;

  /// The test of a value that is stored as v - reference; only for Order::plain.
  Test moved(W reference) const { return {static_cast<W>(low - reference), span, order}; }
  bool operator==(const Test&) const = default;
};

template <>
struct Test<Int256> {
  Int256 low, high;
  Order order = Order::plain;
  bool operator==(const Test&) const = default;
};

/// Float bits as an unsigned integer that sorts as values do: all NaNs map to the top value, both zeros to one.
template <class W>
constexpr W float_order(W bits) {
  constexpr unsigned width = sizeof(W) * 8;
  constexpr unsigned fraction = width == 16 ? 10 : width == 32 ? 23 : 52;
  constexpr W sign = static_cast<W>(W{1} << (width - 1));
  constexpr W infinity = static_cast<W>(static_cast<W>(sign - 1) >> fraction << fraction);
  const W magnitude = static_cast<W>(bits & static_cast<W>(~sign));
  if (magnitude > infinity) return std::numeric_limits<W>::max();
  if (magnitude == 0) return sign;
  return (bits & sign) != 0 ? static_cast<W>(~bits) : static_cast<W>(bits | sign);
}

template <Word W>
constexpr bool passes(const Test<W>& test, W value) {
  if constexpr (std::is_same_v<W, Int256>) return test.low <= value && value <= test.high;
  if constexpr (sizeof(W) > 1 && sizeof(W) <= 8)
    if (test.order == Order::floating) value = float_order(value);
  if constexpr (!std::is_same_v<W, Int256>) return static_cast<W>(value - test.low) <= test.span;
}

}  // namespace gyre
