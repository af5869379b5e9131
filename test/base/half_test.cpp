#include "base/half.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "support/catch.hpp"

namespace gyre {
namespace {

/// The value by the definition of binary16.
double defined_value(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31)
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : sign * HUGE_VAL;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

TEST_CASE("half: all 65536 patterns widen to their value and come back unchanged", "[base][half]") {
  for (unsigned pattern = 0; pattern < 65536; ++pattern) {
    const auto bits = static_cast<std::uint16_t>(pattern);
    const auto value = half_to_float(bits);
    const auto expected = defined_value(bits);
    CAPTURE(pattern);
    REQUIRE(std::isnan(value) == std::isnan(expected));
    if (!std::isnan(value)) {
      REQUIRE(static_cast<double>(value) == expected);
      REQUIRE(std::signbit(value) == std::signbit(expected));
      REQUIRE(double_to_half(expected) == bits);
    }
    REQUIRE(float_to_half(value) == bits);
  }
}

TEST_CASE("half: what lies between two halves goes to the nearer, the middle to the even one",
          "[base][half]") {
  for (unsigned pattern = 0; pattern < 0x7bff; ++pattern) {
    const auto below = static_cast<std::uint16_t>(pattern),
               above = static_cast<std::uint16_t>(pattern + 1);
    const auto low = defined_value(below), high = defined_value(above), middle = (low + high) / 2;
    CAPTURE(pattern);
    REQUIRE(double_to_half(middle) == (pattern % 2 == 0 ? below : above));
    REQUIRE(double_to_half(std::nextafter(middle, low)) == below);
    REQUIRE(double_to_half(std::nextafter(middle, high)) == above);
    REQUIRE(double_to_half(-middle) == (0x8000 | (pattern % 2 == 0 ? below : above)));
  }
}

TEST_CASE("half: too large a number is infinite, too small a one zero with its sign",
          "[base][half]") {
  CHECK(double_to_half(65519.999) == 0x7bff);
  CHECK(double_to_half(65520) == 0x7c00);
  CHECK(double_to_half(-1e300) == 0xfc00);
  CHECK(double_to_half(5e-324) == 0);
  CHECK(double_to_half(-5e-324) == 0x8000);
  CHECK(float_to_half(std::numeric_limits<float>::quiet_NaN()) == 0x7e00);
  // A NaN whose payload does not fit stays a NaN.
  CHECK(float_to_half(std::bit_cast<float>(0x7f800001u)) == 0x7e00);
  CHECK(double_to_half(std::bit_cast<double>(0xfff0000000000001u)) == 0xfe00);
}

TEST_CASE("half: a double is rounded once, not by way of float", "[base][half]") {
  // Just above the middle between 1 and the next half; as a float it would be that middle, and go
  // down.
  CHECK(double_to_half(1 + std::ldexp(1, -11) + std::ldexp(1, -40)) == 0x3c01);
}

}  // namespace
}  // namespace gyre
