#include "encodings/detail/unpack.hpp"

#include <cstring>

#include "base/assert.hpp"
#include "encodings/detail/unpack_variants.hpp"

namespace gyre {

const UnpackTable& unpack_table(Cpu cpu) {
  GYRE_ASSERT(has(cpu));
#if defined(__x86_64__)
  if (cpu == Cpu::avx512) return avx512::unpack_table();
  if (cpu == Cpu::avx2) return avx2::unpack_table();
#endif
  return baseline::unpack_table();
}

const UnpackTable& unpack_table() {
  static const auto& table = unpack_table(current_cpu());
  return table;
}

template <class W>
W unpack_value(const std::byte* packed, unsigned width, unsigned index) {
  using Place = BlockPlace<W>;
  if (width == 0) return 0;
  const auto place = Place::of(index);
  const auto bit = place.row * width, shift = bit % Place::bits;
  const auto* at = packed + 128 * (bit / Place::bits) + place.lane * sizeof(W);
  auto value = static_cast<W>(load<W>(at) >> shift);
  if (shift + width > Place::bits)
    value = static_cast<W>(value | static_cast<W>(load<W>(at + 128) << (Place::bits - shift)));
  return static_cast<W>(value & static_cast<W>(static_cast<W>(~W{0}) >> (Place::bits - width)));
}

template <class W>
void pack_block(const W* values, unsigned width, std::byte* packed) {
  using Place = BlockPlace<W>;
  if (width == 0) return;
  std::memset(packed, 0, block_bytes(width));
  const auto mask = static_cast<W>(static_cast<W>(~W{0}) >> (Place::bits - width));
  for (unsigned index = 0; index < block_values; index += Place::lanes) {
    const auto row = Place::of(index).row;
    const auto bit = row * width, shift = bit % Place::bits;
    auto* at = packed + 128 * (bit / Place::bits);
    W words[Place::lanes];
    std::memcpy(words, at, sizeof words);
    for (unsigned lane = 0; lane < Place::lanes; ++lane)
      words[lane] = static_cast<W>(
          words[lane] | static_cast<W>(static_cast<W>(values[index + lane] & mask) << shift));
    std::memcpy(at, words, sizeof words);
    if (shift + width <= Place::bits) continue;
    std::memcpy(words, at + 128, sizeof words);
    for (unsigned lane = 0; lane < Place::lanes; ++lane)
      words[lane] =
          static_cast<W>(words[lane] | static_cast<W>(static_cast<W>(values[index + lane] & mask) >>
                                                      (Place::bits - shift)));
    std::memcpy(at + 128, words, sizeof words);
  }
}

template std::uint8_t unpack_value(const std::byte*, unsigned, unsigned);
template std::uint16_t unpack_value(const std::byte*, unsigned, unsigned);
template std::uint32_t unpack_value(const std::byte*, unsigned, unsigned);
template std::uint64_t unpack_value(const std::byte*, unsigned, unsigned);
template void pack_block(const std::uint8_t*, unsigned, std::byte*);
template void pack_block(const std::uint16_t*, unsigned, std::byte*);
template void pack_block(const std::uint32_t*, unsigned, std::byte*);
template void pack_block(const std::uint64_t*, unsigned, std::byte*);

}  // namespace gyre
