#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/words.hpp"

namespace gyre {

/// The last `size` (1 .. 8) bytes of a word are those at `text`, the first ones '0'. Reads nothing else.
inline std::uint64_t load_padded_digits(const char* text, std::size_t size) {
  if (size == 8) return load<std::uint64_t>(text);
  const auto lift = 8 * (8 - size);
  const auto zeros = std::uint64_t{0x3030303030303030} >> (8 * size);
  if (size >= 4)
    return std::uint64_t{load<std::uint32_t>(text + size - 4)} << 32 |
           std::uint64_t{load<std::uint32_t>(text)} << lift | zeros;
  if (size >= 2)
    return std::uint64_t{load<std::uint16_t>(text + size - 2)} << 48 |
           std::uint64_t{load<std::uint16_t>(text)} << lift | zeros;
  return std::uint64_t{static_cast<unsigned char>(*text)} << 56 | zeros;
}

/// Eight digits, the first in the lowest byte, as a number; false where a byte is no digit.
inline bool eight_digits(std::uint64_t word, std::uint64_t& value) {
  word ^= 0x3030303030303030;
  if ((((word + 0x7676767676767676) | word) & 0x8080808080808080) != 0) return false;
  word = (word * 10 + (word >> 8)) & 0x00ff00ff00ff00ff;
  word = (word * 100 + (word >> 16)) & 0x0000ffff0000ffff;
  value = (word * 10'000 + (word >> 32)) & 0xffffffff;
  return true;
}

/// 1 .. 16 digits as a number; false for any other text.
inline bool parse_digits(std::string_view text, std::uint64_t& value) {
  const auto size = text.size();
  if (size - 1 >= 16) return false;
  if (size <= 8) return eight_digits(load_padded_digits(text.data(), size), value);
  std::uint64_t high = 0;
  const auto lower = text.data() + size - 8;
  if (!eight_digits(load_padded_digits(text.data(), size - 8), high)) return false;
  if (!eight_digits(load<std::uint64_t>(lower), value)) return false;
  value += high * 100'000'000;
  return true;
}

inline constexpr std::uint64_t small_power_of_ten[] = {
    1,         10,         100,         1'000,         10'000,         100'000,
    1'000'000, 10'000'000, 100'000'000, 1'000'000'000, 10'000'000'000,
};

}  // namespace gyre
