#include "base/utf8.hpp"

#include <string>

#include "support/catch.hpp"

namespace gyre {
namespace {

std::string encoded(std::uint32_t point) {
  const auto tail = [&](unsigned shift) { return static_cast<char>(0x80 | (point >> shift & 63)); };
  if (point < 0x80) return {static_cast<char>(point)};
  if (point < 0x800) return {static_cast<char>(0xc0 | point >> 6), tail(0)};
  if (point < 0x10000) return {static_cast<char>(0xe0 | point >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xf0 | point >> 18), tail(12), tail(6), tail(0)};
}

TEST_CASE("utf8: every code point is accepted but surrogates and those too large", "[base][utf8]") {
  for (std::uint32_t point = 0; point < 0x120000; ++point) {
    const bool valid = point < 0x110000 && (point < 0xd800 || point > 0xdfff);
    if (is_utf8(encoded(point)) != valid) FAIL("code point " << point);
  }
}

TEST_CASE("utf8: broken sequences are found wherever they stand", "[base][utf8]") {
  const std::string broken = GENERATE(as<std::string>(), "\x80", "\xc0\x80", "\xc1\xbf",
                                      "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\xf5\x80\x80\x80",
                                      "\xff", "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xe2\x28\xa1");
  for (std::size_t before = 0; before < 20; ++before)
    for (const std::size_t after : {0, 1, 9}) {
      const auto text = std::string(before, 'a') + broken + std::string(after, 'z');
      CHECK_FALSE(is_utf8(text));
    }
}

TEST_CASE("utf8: text of all lengths is accepted", "[base][utf8]") {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    CHECK(is_utf8(text));
    text += i % 3 == 0 ? "é" : i % 5 == 0 ? "😀" : "x";
  }
}

}  // namespace
}  // namespace gyre
