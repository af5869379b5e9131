#include "base/float_text.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>

#include "base/half.hpp"
#include "support/catch.hpp"

namespace gyre {
namespace {

template <class Float>
std::string text_of(Float value) {
  std::string out;
  append_float(out, value);
  return out;
}
std::string half_text(std::uint16_t bits) {
  std::string out;
  append_half(out, bits);
  return out;
}

template <class Float>
Float read(std::string_view text) {
  Float value = 0;
  const auto end = text.data() + text.size();
  REQUIRE(std::from_chars(text.data(), end, value).ptr == end);
  return value;
}

TEST_CASE("float text: whole numbers keep a point, large and small ones take an exponent",
          "[base][float]") {
  CHECK(text_of(1.0) == "1.0");
  CHECK(text_of(-0.0) == "-0.0");
  CHECK(text_of(100000.0) == "100000.0");
  CHECK(text_of(0.1) == "0.1");
  CHECK(text_of(0.1f) == "0.1");
  CHECK(text_of(-12.75) == "-12.75");
  CHECK(text_of(1199.99) == "1199.99");
  CHECK(text_of(9007199254740992.0) == "9007199254740992.0");
  CHECK(text_of(1e16) == "1e+16");
  CHECK(text_of(1.5e300) == "1.5e+300");
  CHECK(text_of(0.00001) == "0.00001");
  CHECK(text_of(0.0000025) == "2.5e-06");
  CHECK(text_of(16777216.0f) == "16777216.0");
  CHECK(text_of(5e-324) == "5e-324");
}

TEST_CASE("float text: what is no number is written as a word", "[base][float]") {
  CHECK(text_of(std::numeric_limits<double>::quiet_NaN()) == "NaN");
  CHECK(text_of(-std::numeric_limits<float>::quiet_NaN()) == "NaN");
  CHECK(text_of(std::numeric_limits<double>::infinity()) == "Infinity");
  CHECK(text_of(-std::numeric_limits<float>::infinity()) == "-Infinity");
  CHECK(half_text(0x7c00) == "Infinity");
  CHECK(half_text(0xfc00) == "-Infinity");
  CHECK(half_text(0x7e00) == "NaN");
}

TEST_CASE("float text: every double and float reads back to the same bits", "[base][float]") {
  std::uint64_t state = 1;
  for (int i = 0; i < 100'000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const auto wide = std::bit_cast<double>(state);
    if (std::isfinite(wide))
      REQUIRE(std::bit_cast<std::uint64_t>(read<double>(text_of(wide))) == state);
    const auto narrow_bits = static_cast<std::uint32_t>(state >> 32);
    const auto narrow = std::bit_cast<float>(narrow_bits);
    if (std::isfinite(narrow))
      REQUIRE(std::bit_cast<std::uint32_t>(read<float>(text_of(narrow))) == narrow_bits);
  }
}

/// Digits from the first to the last that is not zero, as a number, and where the last stands.
struct Digits {
  long value;
  int count;
};
Digits digits_of(std::string_view text) {
  std::string digits;
  for (const char c : text.substr(0, text.find('e')))
    if (c >= '0' && c <= '9') digits.push_back(c);
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  return {digits.empty() ? 0 : std::stol(digits), static_cast<int>(digits.size())};
}

TEST_CASE("float text: every half reads back, and no shorter text would", "[base][float][half]") {
  for (unsigned pattern = 0; pattern < 65536; ++pattern) {
    const auto bits = static_cast<std::uint16_t>(pattern);
    const auto value = static_cast<double>(half_to_float(bits));
    if (!std::isfinite(value)) continue;
    const auto text = half_text(bits);
    CAPTURE(pattern, text);
    REQUIRE(double_to_half(read<double>(text)) == bits);
    const auto digits = digits_of(text);
    if (digits.count < 2) continue;
    // The two texts of one digit less that enclose the value.
    const auto exponent = static_cast<int>(std::floor(std::log10(std::fabs(value))));
    const auto step = std::pow(10.0, exponent - (digits.count - 2));
    const auto down = std::floor(value / step) * step, up = std::ceil(value / step) * step;
    REQUIRE(double_to_half(down) != bits);
    REQUIRE(double_to_half(up) != bits);
  }
}

}  // namespace
}  // namespace gyre
