#include "base/bits.hpp"

#include <algorithm>
#include <cstring>

namespace gyre {

std::uint64_t load_bits(const std::byte* bits, std::uint64_t first, unsigned count) {
  if (count == 0) return 0;
  const auto shift = static_cast<unsigned>(first % 8);
  const auto* from = bits + first / 8;
  const auto bytes = (shift + count + 7) / 8;
  std::uint64_t low = 0;
  std::memcpy(&low, from, std::min(bytes, 8u));
  low >>= shift;
  if (bytes > 8) low |= std::to_integer<std::uint64_t>(from[8]) << (64 - shift);
  return count == 64 ? low : low & ((std::uint64_t{1} << count) - 1);
}

void or_bits(std::byte* bits, std::uint64_t first, std::uint64_t value, unsigned count) {
  for (unsigned done = 0; done < count;) {
    const auto at = first + done;
    const auto shift = static_cast<unsigned>(at % 8);
    const auto take = std::min(8 - shift, count - done);
    const auto part = (value >> done & ((1u << take) - 1)) << shift;
    bits[at / 8] |= std::byte{static_cast<unsigned char>(part)};
    done += take;
  }
}

std::uint64_t count_bits(std::span<const std::byte> bitmap, std::uint64_t count) {
  std::uint64_t set = 0, at = 0;
  for (; at + 64 <= count; at += 64)
    set += static_cast<unsigned>(std::popcount(load_bits(bitmap.data(), at, 64)));
  return set + static_cast<unsigned>(
                   std::popcount(load_bits(bitmap.data(), at, static_cast<unsigned>(count - at))));
}

}  // namespace gyre
