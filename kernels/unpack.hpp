#pragma once

#include <cstdint>

#include "kernels/grid.hpp"

namespace gyre::kernels {

/// How FastLanes lays 1024 values of T out: `lanes` columns of `rows` values each, a column packed
/// as one stream of bits, low bits first. Word w of lane l is word `w * lanes + l` of the tile.
template <class T>
struct FastLanes {
  static constexpr std::uint32_t rows = 8 * sizeof(T);
  static constexpr std::uint32_t lanes = tile_values / rows;
};

/// Words of T in a packed tile, 128 * width bytes for every T.
template <class T>
constexpr std::uint64_t packed_words(std::uint32_t width) {
  return std::uint64_t{FastLanes<T>::lanes} * width;
}

/// The eight values `thread + 128 k` of one packed tile.
///
/// packed   packed_words<T>(width) words, the transposed FastLanes order
/// width    bits per value, 0 .. 8 * sizeof(T); at 0 nothing is read and the values are 0
/// thread   0 .. 127
/// Source   Afroozeh and Boncz, "The FastLanes Compression Layout", PVLDB 16(9), 2023
///
/// Row r of lane l is value `reverse(r / 8) * 16 + (r % 8) * 128 + l`, where reverse mirrors three
/// bits. So eight rows from a multiple of eight are values 128 apart, and belong to one thread.
template <class T>
constexpr void unpack_thread(const T* packed, std::uint32_t width, std::uint32_t thread,
                             T (&values)[thread_values]) {
  constexpr auto lanes = FastLanes<T>::lanes;
  constexpr auto word_bits = FastLanes<T>::rows;
  const auto sixteenth = (thread & ~(lanes - 1)) / 16;
  const auto mirrored = (sixteenth & 1) << 2 | (sixteenth & 2) | sixteenth >> 2;
  const auto lane = thread & (lanes - 1);
  const auto mask = static_cast<T>(width == 0 ? 0 : static_cast<T>(~T{0}) >> (word_bits - width));
  for (std::uint32_t k = 0; k < thread_values; ++k) {
    values[k] = 0;
    if (width == 0) continue;
    const auto first_bit = (mirrored * 8 + k) * width;
    const auto* word = packed + (first_bit / word_bits * lanes + lane);
    const auto shift = first_bit % word_bits;
    auto value = static_cast<T>(word[0] >> shift);
    if (shift + width > word_bits)
      value = static_cast<T>(value | static_cast<T>(word[lanes] << (word_bits - shift)));
    values[k] = value & mask;
  }
}

/// Bit-unpacking fused with frame of reference: out[i] = unpacked[i] + reference, modulo 2^bits of
/// T. A block of 128 threads per tile.
///
/// packed   packed_words<T>(width) words per tile
/// out      1024 values per tile, does not overlap `packed`
/// width    bits per value, 0 .. 8 * sizeof(T)
template <class T>
struct UnpackFor {
  static constexpr Shape shape(std::uint32_t tiles) { return {.blocks = tiles}; }

  template <class Cta>
  constexpr void operator()(Cta& cta, const T* packed, T* out, std::uint32_t width,
                            T reference) const {
    const std::uint64_t tile = cta.block();
    T values[thread_values] = {};
    unpack_thread(packed + tile * packed_words<T>(width), width, cta.thread(), values);
    auto* to = out + tile * tile_values + cta.thread();
    for (std::uint32_t k = 0; k < thread_values; ++k)
      to[k * tile_threads] = static_cast<T>(values[k] + reference);
  }
};

}  // namespace gyre::kernels
