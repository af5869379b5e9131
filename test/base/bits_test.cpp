#include "base/bits.hpp"

#include <limits>
#include <vector>

#include "support/catch.hpp"

namespace gyre {
namespace {

/// A bitmap whose bits have no short pattern.
std::vector<std::byte> noise(std::size_t bytes) {
  std::vector<std::byte> out(bytes);
  std::uint64_t state = 42;
  for (auto& byte : out) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    byte = static_cast<std::byte>(state >> 56);
  }
  return out;
}

TEST_CASE("bits: rounding and checked arithmetic stop at the edge of the type", "[base][bits]") {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  CHECK(div_ceil(std::uint64_t{0}, std::uint64_t{8}) == 0);
  CHECK(div_ceil(std::uint64_t{9}, std::uint64_t{8}) == 2);
  CHECK(div_ceil(most, std::uint64_t{2}) == most / 2 + 1);
  CHECK(round_up(65u, 64u) == 128);
  CHECK(round_up(64u, 64u) == 64);
  CHECK(checked_add(most - 1, std::uint64_t{1}) == most);
  CHECK_FALSE(checked_add(most, std::uint64_t{1}));
  CHECK(checked_multiply(most, std::uint64_t{1}) == most);
  CHECK_FALSE(checked_multiply(most / 2 + 1, std::uint64_t{2}));
}

TEST_CASE("bits: loading takes the same bits as reading one by one", "[base][bits]") {
  const auto bitmap = noise(24);
  for (std::uint64_t first = 0; first < 70; ++first) {
    for (unsigned count = 0; count <= 64; ++count) {
      std::uint64_t expected = 0;
      for (unsigned i = 0; i < count; ++i)
        if (bit_at(bitmap.data(), first + i)) expected |= std::uint64_t{1} << i;
      REQUIRE(load_bits(bitmap.data(), first, count) == expected);
    }
  }
}

TEST_CASE("bits: loading reads no byte behind the last bit wanted", "[base][bits]") {
  for (unsigned bytes = 1; bytes <= 10; ++bytes) {
    const auto bitmap = noise(bytes);  // on the heap, where the address sanitizer sees an overrun
    for (std::uint64_t first = 0; first < bytes * 8u; ++first) {
      const auto count = static_cast<unsigned>(std::min<std::uint64_t>(64, bytes * 8u - first));
      const auto loaded = load_bits(bitmap.data(), first, count);
      REQUIRE((loaded & 1) == (bit_at(bitmap.data(), first) ? 1 : 0));
    }
  }
}

TEST_CASE("bits: or_bits sets the bits of the value and no others", "[base][bits]") {
  const auto values = noise(8);
  const auto value = load_bits(values.data(), 0, 64);
  for (std::uint64_t first = 0; first < 20; ++first) {
    for (unsigned count = 0; count <= 64; ++count) {
      std::vector<std::byte> bitmap(12);
      or_bits(bitmap.data(), first, value, count);
      for (std::uint64_t i = 0; i < 96; ++i) {
        const bool inside = i >= first && i < first + count;
        REQUIRE(bit_at(bitmap.data(), i) == (inside && (value >> (i - first) & 1) != 0));
      }
    }
  }
}

TEST_CASE("bits: counting stops at the given length", "[base][bits]") {
  const auto bitmap = noise(40);
  std::uint64_t expected = 0;
  for (std::uint64_t count = 0; count <= 320; ++count) {
    REQUIRE(count_bits(bitmap, count) == expected);
    if (count < 320 && bit_at(bitmap.data(), count)) ++expected;
  }
}

}  // namespace
}  // namespace gyre
