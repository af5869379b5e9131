#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/buffer.hpp"

namespace gyre::test {

/// "08 00" as two bytes: blanks count for nothing.
inline Buffer bytes(std::string_view hex) {
  std::string out;
  int high = -1;
  for (const char c : hex) {
    if (c == ' ') continue;
    const int digit = c <= '9' ? c - '0' : c - 'a' + 10;
    if (high < 0) {
      high = digit;
    } else {
      out.push_back(static_cast<char>(high * 16 + digit));
      high = -1;
    }
  }
  return Buffer::copy(out);
}

/// Two bytes as "08 00".
inline std::string hex(std::span<const std::byte> bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const auto byte : bytes) {
    if (!out.empty()) out.push_back(' ');
    out.push_back(digits[std::to_integer<unsigned>(byte >> 4)]);
    out.push_back(digits[std::to_integer<unsigned>(byte & std::byte{15})]);
  }
  return out;
}

}  // namespace gyre::test
