#include "base/utf8.hpp"

#include <cstdint>

#include "base/words.hpp"

namespace gyre {
namespace {

/// Bytes of the sequence at `at`, which begins with a byte above 0x7f; 0 where it is malformed.
std::size_t sequence_bytes(const unsigned char* at, std::size_t left) {
  const unsigned lead = at[0];
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const std::size_t size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (left < size) return 0;
  // The second byte's range also rules out overlong forms, surrogates and what lies above U+10FFFF.
  const unsigned lowest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const unsigned highest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (at[1] < lowest || at[1] > highest) return 0;
  for (std::size_t i = 2; i < size; ++i)
    if ((at[i] & 0xc0u) != 0x80) return 0;
  return size;
}

}  // namespace

bool is_utf8(std::string_view text) {
  const auto* at = reinterpret_cast<const unsigned char*>(text.data());
  std::size_t left = text.size();
  while (left > 0) {
    if (left >= 8 && (load<std::uint64_t>(at) & 0x8080808080808080u) == 0) {
      at += 8;
      left -= 8;
      continue;
    }
    const auto size = *at < 0x80 ? 1 : sequence_bytes(at, left);
    if (size == 0) return false;
    at += size;
    left -= size;
  }
  return true;
}

}  // namespace gyre
