#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/cpu.hpp"
#include "base/words.hpp"

namespace gyre {

/// Values of one FastLanes block.
inline constexpr std::size_t block_values = 1024;
/// Bytes of a block packed at `width` bits a value, for every word type.
constexpr std::uint64_t block_bytes(unsigned width) { return std::uint64_t{128} * width; }

/// Kernels over one block of 1,024 unsigned values of `width` bits, 0 .. 8 * sizeof(W).
///
/// packed   block_bytes(width) bytes at any alignment. A word of T bits has 1024 / T lanes of T
/// rows; a lane is one
///          stream of bits, low bits first, and its word w is word w * lanes + lane of the block.
///          Row r of lane l is value reverse(r / 8) * 16 + (r % 8) * 128 + l, where `reverse`
///          mirrors three bits.
/// Source   Afroozeh and Boncz, "The FastLanes Compression Layout", PVLDB 16(9), 2023
template <class W>
struct UnpackKernels {
  /// out[i] = value i + reference, wrapping; 1,024 words.
  void (*add)(const std::byte* packed, unsigned width, W reference, W* out);
  /// Bit i of the 16 words at `bits`: W(value i - low) <= span.
  void (*test)(const std::byte* packed, unsigned width, W low, W span, std::uint64_t* bits);
};

struct UnpackTable {
  Cpu cpu;
  UnpackKernels<std::uint8_t> word8;
  UnpackKernels<std::uint16_t> word16;
  UnpackKernels<std::uint32_t> word32;
  UnpackKernels<std::uint64_t> word64;

  template <class W>
  const UnpackKernels<W>& of() const {
    if constexpr (sizeof(W) == 1)
      return word8;
    else if constexpr (sizeof(W) == 2)
      return word16;
    else if constexpr (sizeof(W) == 4)
      return word32;
    else
      return word64;
  }
};

/// The kernels for `cpu`, which this machine has.
const UnpackTable& unpack_table(Cpu cpu);
/// The kernels for current_cpu().
const UnpackTable& unpack_table();

/// Value `index` of a block.
template <class W>
W unpack_value(const std::byte* packed, unsigned width, unsigned index);

/// Packs the low `width` bits of 1,024 values; writes block_bytes(width) bytes.
template <class W>
void pack_block(const W* values, unsigned width, std::byte* packed);

/// Where value `index` of a block lies, as (row, lane).
template <class W>
struct BlockPlace {
  static constexpr unsigned bits = 8 * sizeof(W);
  static constexpr unsigned lanes = block_values / bits;
  unsigned row, lane;

  static constexpr BlockPlace of(unsigned index) {
    const auto group = (index % 128 - index % lanes) / 16;
    const auto mirrored = (group & 1) << 2 | (group & 2) | group >> 2;
    return {mirrored * 8 + index / 128, index % lanes};
  }
};

}  // namespace gyre
