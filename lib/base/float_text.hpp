#pragma once

#include <cstdint>
#include <string>

namespace gyre {

/// Appends the fewest digits that read back to the same bits of that width: 0.1, 1.0, -0.0,
/// 1e+16, 2.5e-07. A whole number keeps a ".0", so that text shows it was a float. NaN, Infinity
/// and -Infinity are written as such.
void append_float(std::string& out, double value);
void append_float(std::string& out, float value);
/// The same for a half, given as its bits.
void append_half(std::string& out, std::uint16_t bits);

}  // namespace gyre
