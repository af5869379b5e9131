#pragma once

#include <cstdint>

namespace gyre {

/// IEEE 754 binary16, given and taken as its bits. Widening is exact; narrowing rounds to nearest, ties to even.
float half_to_float(std::uint16_t bits);
std::uint16_t float_to_half(float value);
/// Straight from double: no second rounding on the way.
std::uint16_t double_to_half(double value);

}  // namespace gyre
