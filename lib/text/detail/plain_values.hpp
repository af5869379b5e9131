#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/words.hpp"

namespace gyre {

// Quick readers of numbers and dates as they mostly are, for Spelling::exact and Spelling::any alike. What they take they
// read right; false says that the text needs a closer look. A text has one character at least, and 16 bytes on both sides
// of it may be read (csv_splitter.hpp).

/// Eight digits as a number, the first in the lowest byte, each byte a digit's value; false where one is not.
inline bool eight_digits(std::uint64_t word, std::uint64_t& value) {
  const bool good = (((word + 0x7676767676767676) | word) & 0x8080808080808080) == 0;
  word = (word * 10 + (word >> 8)) & 0x00ff00ff00ff00ff;
  word = (word * 100 + (word >> 16)) & 0x0000ffff0000ffff;
  value = (word * 10'000 + (word >> 32)) & 0xffffffff;
  return good;
}

inline constexpr std::uint64_t zeros = 0x3030303030303030;

/// The `count` (1 .. 8) characters before `end` as eight_digits wants them, behind zeros.
inline std::uint64_t digits_before(const char* end, std::size_t count) {
  const auto shift = 64 - 8 * count;
  return (load<std::uint64_t>(end - 8) ^ zeros) >> shift << shift;
}

/// 1 .. 16 digits; any others are refused.
inline bool parse_plain_digits(const char* end, std::size_t count, std::uint64_t& value) {
  if (count - 1 < 8) return eight_digits(digits_before(end, count), value);
  if (count - 1 >= 16) return false;
  std::uint64_t high = 0;
  const bool good = eight_digits(digits_before(end - 8, count - 8), high) &&
                    eight_digits(digits_before(end, 8), value);
  value += high * 100'000'000;
  return good;
}

/// A minus or none, then at most 16 digits without a zero in front.
inline bool parse_plain_i64(std::string_view text, std::int64_t& value) {
  const bool minus = text[0] == '-';
  const auto count = text.size() - (minus ? 1 : 0);
  std::uint64_t digits = 0;
  if (!parse_plain_digits(text.data() + text.size(), count, digits)) return false;
  if (text[minus ? 1 : 0] == '0' && text.size() > 1) return false;
  value = minus ? -static_cast<std::int64_t>(digits) : static_cast<std::int64_t>(digits);
  return true;
}

/// The value times 10^`scale` (1 .. 7), of a minus or none and exactly so many digits behind a point; with those before
/// it at most 8.
inline bool parse_plain_scaled(std::string_view text, unsigned scale, std::int64_t& value) {
  const bool minus = text[0] == '-';
  const auto count = text.size() - (minus ? 2 : 1);  // digits
  if (count - scale - 1 >= 8 - scale) return false;
  const auto* end = text.data() + text.size();
  // Fraction and whole part, each where it belongs when the point is gone.
  const auto fraction = ~std::uint64_t{0} << (64 - 8 * scale);
  const auto joined =
      (load<std::uint64_t>(end - 8) & fraction) | (load<std::uint64_t>(end - 9) & ~fraction);
  const auto shift = 64 - 8 * count;
  std::uint64_t digits = 0;
  if (!eight_digits((joined ^ zeros) >> shift << shift, digits) || *(end - scale - 1) != '.')
    return false;
  if ((text[minus ? 1 : 0] == '0' && count > scale + 1) || (minus && digits == 0)) return false;
  value = minus ? -static_cast<std::int64_t>(digits) : static_cast<std::int64_t>(digits);
  return true;
}

/// A minus or none, at most 8 digits, and a point with at most 7 more or none. Both the digits without the point and the
/// power of ten are exact, so that the one division rounds right, and 15 digits stay apart.
inline bool parse_plain_f64(std::string_view text, double& value) {
  const bool minus = text[0] == '-';
  if (minus) text.remove_prefix(1);
  const auto point = text.size() > 17 ? 0 : text.find('.');
  const auto whole = text.substr(0, point);
  if (whole.empty() || whole.size() > 8 || (whole[0] == '0' && whole.size() > 1)) return false;
  std::uint64_t high = 0, low = 0;
  if (!eight_digits(digits_before(whole.data() + whole.size(), whole.size()), high)) return false;
  if (point == std::string_view::npos) {
    value = static_cast<double>(high);
  } else {
    const auto count = text.size() - point - 1;
    if (count - 1 >= 7 || !eight_digits(digits_before(text.data() + text.size(), count), low))
      return false;
    constexpr std::uint64_t powers_of_ten[] = {1,      10,      100,       1'000,
                                               10'000, 100'000, 1'000'000, 10'000'000};
    const auto unit = powers_of_ten[count];
    value = static_cast<double>(high * unit + low) / static_cast<double>(unit);
  }
  if (minus) value = -value;
  return true;
}

/// YYYY-MM-DD as days since 1970-01-01.
inline bool parse_plain_days(std::string_view text, std::int32_t& days) {
  if (text.size() != 10) return false;
  const auto front = load<std::uint64_t>(text.data());  // YYYY-MM-
  const auto day_digits = std::uint64_t{load<std::uint16_t>(text.data() + 8)};
  constexpr std::uint64_t dashes = std::uint64_t{'-'} << 32 | std::uint64_t{'-'} << 56;
  const auto joined = (front & 0xffffffff) | (front >> 8 & 0x0000ffff00000000) | day_digits << 48;
  std::uint64_t number = 0;
  if (!eight_digits(joined ^ zeros, number) || (front & 0xff0000ff00000000) != dashes) return false;
  const auto packed = static_cast<std::uint32_t>(number);
  auto year = packed / 10'000;
  const auto month = packed / 100 % 100, day = packed % 100;
  constexpr unsigned char longest[] = {0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  constexpr std::uint16_t before[] = {0, 306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275};
  if (month - 1 > 11 || day - 1 >= longest[month]) return false;
  if (month == 2 && day == 29 && (year % 4 != 0 || (year % 100 == 0 && year % 400 != 0)))
    return false;
  // Years from March on, so that the leap day is the last; counted from the March before year 0.
  year += month > 2 ? 1 : 0;
  const auto past = year * 365 + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
  days = static_cast<std::int32_t>(past + before[month] + day) - 719'835;
  return true;
}

}  // namespace gyre
