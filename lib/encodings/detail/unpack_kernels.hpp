#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "encodings/detail/unpack.hpp"

/// The kernels of UnpackTable, for the files that compile them with flags of their own.
///
/// Everything here that leaves code behind is a template over `Isa`, a type that each of those files defines for itself,
/// and calls no inline function of another header: otherwise the linker could keep one file's copy for all of them.
/// There are thousands of rows to compile, so they are plain expressions without helpers.
///
/// Isa::vector_bytes      size of a vector
/// Isa::has_vector_test   whether at_most exists
/// Isa::signed_compare    whether at_most compares as signed numbers
/// Isa::at_most<W>(a, b)  a bit for each word of a vector: a <= b
namespace gyre::unpack_kernels {

/// Up to this width each width has code of its own, with constant shifts.
inline constexpr unsigned widest_constant = 32;

template <class W>
inline constexpr unsigned bits_of = 8 * sizeof(W);

/// The value in lane 0 of a row. Adds up: first_value(a + b) = first_value(a) + first_value(b) where b is below the
/// lowest bit of a.
inline constexpr auto first_values = [] {
  std::array<std::uint16_t, 64> first{};
  for (unsigned row = 0; row < 64; ++row) {
    const auto group = row / 8;
    const auto mirrored = (group & 1) << 2 | (group & 2) | group >> 2;
    first[row] = static_cast<std::uint16_t>(mirrored * 16 + row % 8 * 128);
  }
  return first;
}();

/// Rows after which a lane is again at the start of a word.
template <class W>
consteval unsigned period_of(unsigned width) {
  auto rows = bits_of<W>;
  for (; rows > 1 && rows / 2 * width % bits_of<W> == 0; rows /= 2) {
  }
  return rows;
}

template <class Isa, class W>
struct Vectors {
  typedef W Type __attribute__((vector_size(Isa::vector_bytes)));
  typedef W InMemory __attribute__((vector_size(Isa::vector_bytes), aligned(1), may_alias));
  // No machine here shifts bytes: shift pairs, then drop what came in from the neighbour.
  typedef std::conditional_t<sizeof(W) == 1, std::uint16_t, W> Shifted
      __attribute__((vector_size(Isa::vector_bytes)));
};

template <class W>
consteval W low_bits(unsigned width) {
  return width == 0 ? W{0} : static_cast<W>(static_cast<W>(~W{0}) >> (bits_of<W> - width));
}

/// Values of some lanes in one row of a period; `packed` is at the period's first word.
template <class Isa, class W, unsigned width, unsigned row>
[[gnu::always_inline]] inline typename Vectors<Isa, W>::Type lanes(const std::byte* packed) {
  using V = typename Vectors<Isa, W>::Type;
  using M = const typename Vectors<Isa, W>::InMemory;
  using S = typename Vectors<Isa, W>::Shifted;
  if constexpr (width == 0) return V{};
  constexpr unsigned word = row * width / bits_of<W>, shift = row * width % bits_of<W>,
                     rest = bits_of<W> - shift;
  constexpr bool straddles = shift + width > bits_of<W>;
  if constexpr (width == bits_of<W>) {
    return *(M*)(packed + 128 * word);
  } else if constexpr (straddles) {
    constexpr W low = low_bits<W>(rest), high = static_cast<W>(low_bits<W>(width) & ~low);
    if constexpr (sizeof(W) == 1)
      return ((V)((S) * (M*)(packed + 128 * word) >> shift) & low) |
             ((V)((S) * (M*)(packed + 128 * (word + 1)) << rest) & high);
    else
      return (*(M*)(packed + 128 * word) >> shift | *(M*)(packed + 128 * (word + 1)) << rest) &
             low_bits<W>(width);
  } else if constexpr (sizeof(W) > 1 && shift + width == bits_of<W>) {
    return *(M*)(packed + 128 * word) >> shift;
  } else {
    return (V)((S) * (M*)(packed + 128 * word) >> shift) & low_bits<W>(width);
  }
}

template <class Isa, class W, unsigned width>
void add_constant(const std::byte* packed, W reference, W* out) {
  using M = typename Vectors<Isa, W>::InMemory;
  constexpr auto period = period_of<W>(width);
  for (unsigned first = 0; first < bits_of<W>;
       first += period, packed += 128 * (period * width / bits_of<W>)) {
#pragma GCC unroll 1
    for (std::size_t at = 0; at < 128; at += Isa::vector_bytes) {
      auto* to = out + first_values[first] + at / sizeof(W);
      const auto* from =
          width == 0 ? packed : packed + at;  // at width 0 there may be no bytes at all
      [&]<unsigned... row>(std::integer_sequence<unsigned, row...>) __attribute__((always_inline)) {
        ((*(M*)(to + first_values[row]) = lanes<Isa, W, width, row>(from) + reference), ...);
      }(std::make_integer_sequence<unsigned, period>());
    }
  }
}

/// Any width above 0; rows that straddle two words need a branch.
template <class Isa, class W>
void add_any(const std::byte* packed, unsigned width, W reference, W* out) {
  using M = typename Vectors<Isa, W>::InMemory;
  const auto mask = static_cast<W>(static_cast<W>(~W{0}) >> (bits_of<W> - width));
  for (unsigned row = 0; row < bits_of<W>; ++row) {
    const auto word = row * width / bits_of<W>, shift = row * width % bits_of<W>,
               rest = bits_of<W> - shift;
    const auto* from = packed + 128 * word;
    auto* to = out + first_values[row];
    if (shift + width <= bits_of<W>) {
      for (std::size_t at = 0; at < 128; at += Isa::vector_bytes)
        *(M*)(to + at / sizeof(W)) = (*(const M*)(from + at) >> shift & mask) + reference;
    } else {
      for (std::size_t at = 0; at < 128; at += Isa::vector_bytes)
        *(M*)(to + at / sizeof(W)) =
            ((*(const M*)(from + at) >> shift | *(const M*)(from + 128 + at) << rest) & mask) +
            reference;
    }
  }
}

template <class Isa, class W>
void add(const std::byte* packed, unsigned width, W reference, W* out) {
  constexpr auto widest = bits_of<W> < widest_constant ? bits_of<W> : widest_constant;
  using Kernel = void (*)(const std::byte*, W, W*);
  struct Table {
    Kernel at[widest + 1];
  };
  static constexpr auto table = []<unsigned... widths>(std::integer_sequence<unsigned, widths...>) {
    return Table{{&add_constant<Isa, W, widths>...}};
  }(std::make_integer_sequence<unsigned, widest + 1>());
  if (width <= widest) return table.at[width](packed, reference, out);
  if constexpr (widest < bits_of<W>) add_any<Isa, W>(packed, width, reference, out);
}

/// Times eight bytes of 0 or 1, as one word, gives them as the bits of the top byte.
inline constexpr std::uint64_t gather_bits = 0x0102040810204080;

template <class Isa, class W>
void test(const std::byte* packed, unsigned width, W low, W span, std::uint64_t* bits) {
  alignas(64) W values[block_values];
  if constexpr (Isa::has_vector_test) {
    using V = typename Vectors<Isa, W>::Type;
    constexpr W top = static_cast<W>(Isa::signed_compare ? W{1} << (bits_of<W> - 1) : 0);
    constexpr std::size_t words = Isa::vector_bytes / sizeof(W);
    const auto limit = static_cast<W>(span ^ top) - V{};
    add<Isa, W>(packed, width, static_cast<W>(top - low), values);
    for (std::size_t first = 0; first < block_values; first += 64) {
      std::uint64_t passed = 0;
#pragma GCC unroll 16
      for (std::size_t i = 0; i < 64; i += words)
        passed |= Isa::template at_most<W>(*(const V*)(values + first + i), limit) << i;
      bits[first / 64] = passed;
    }
  } else {
    add<Isa, W>(packed, width, static_cast<W>(W{0} - low), values);
    for (std::size_t first = 0; first < block_values; first += 64) {
      std::uint8_t passed[64];
      for (std::size_t i = 0; i < 64; ++i) passed[i] = values[first + i] <= span;
      bits[first / 64] = 0;
      for (std::size_t i = 0; i < 64; i += 8) {
        std::uint64_t eight;
        __builtin_memcpy(&eight, passed + i, 8);
        bits[first / 64] |= (eight * gather_bits) >> 56 << i;
      }
    }
  }
}

template <class Isa>
inline constexpr UnpackTable table_of(Cpu cpu) {
  return {cpu,
          {&add<Isa, std::uint8_t>, &test<Isa, std::uint8_t>},
          {&add<Isa, std::uint16_t>, &test<Isa, std::uint16_t>},
          {&add<Isa, std::uint32_t>, &test<Isa, std::uint32_t>},
          {&add<Isa, std::uint64_t>, &test<Isa, std::uint64_t>}};
}

}  // namespace gyre::unpack_kernels
