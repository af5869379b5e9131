#include "base/half.hpp"

#include <bit>
#include <cmath>

namespace gyre {
namespace {

/// A NaN with the low ten bits of `payload`, or quiet where these are lost.
std::uint16_t nan_half(std::uint16_t sign, std::uint64_t payload) {
  const auto kept = static_cast<std::uint16_t>(payload & 0x3ffu);
  return static_cast<std::uint16_t>((sign & 0x8000u) | 0x7c00u | (kept == 0 ? 0x200u : kept));
}

}  // namespace

float half_to_float(std::uint16_t bits) {
  const auto sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
  const auto exponent = static_cast<std::uint32_t>(bits >> 10) & 0x1fu;
  const auto fraction = static_cast<std::uint32_t>(bits & 0x3ffu);
  if (exponent == 0x1f) return std::bit_cast<float>(sign | 0x7f800000u | fraction << 13);
  if (exponent == 0) {
    const auto magnitude = std::ldexp(static_cast<float>(fraction), -24);
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

std::uint16_t float_to_half(float value) {
  // Widened to double a signalling NaN would come out quiet: its bits are taken as they are.
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return nan_half(static_cast<std::uint16_t>(bits >> 16), bits >> 13);
  return double_to_half(static_cast<double>(value));
}

std::uint16_t double_to_half(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 48 & 0x8000u);
  if (std::isnan(value)) return nan_half(sign, bits >> 42);
  const double magnitude = std::fabs(value);
  if (magnitude >= 65520.0) return static_cast<std::uint16_t>(sign | 0x7c00u);
  // The spacing of halves around the value; below the smallest normal number it stays 2^-24.
  int exponent = magnitude == 0 ? -14 : std::ilogb(magnitude);
  if (exponent < -14) exponent = -14;
  const auto steps =
      static_cast<std::uint32_t>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
  // A carry out of the fraction moves into the exponent by itself.
  return static_cast<std::uint16_t>(sign |
                                    (static_cast<std::uint32_t>(exponent + 14) * 1024u + steps));
}

}  // namespace gyre
