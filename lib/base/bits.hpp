#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace gyre {

template <std::unsigned_integral T>
constexpr T div_ceil(T value, T by) {
  return value / by + (value % by != 0);
}

/// `value` rounded up to a multiple of `to`, a power of two; the caller knows that it fits.
template <std::unsigned_integral T>
constexpr T round_up(T value, T to) {
  return (value + to - 1) & ~(to - 1);
}

/// Arithmetic on numbers that came from outside: nothing where the result does not fit.
template <std::unsigned_integral T>
constexpr std::optional<T> checked_add(T a, T b) {
  T result;
  if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
  return result;
}
template <std::unsigned_integral T>
constexpr std::optional<T> checked_multiply(T a, T b) {
  T result;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

/// Bitmaps hold bit i in byte i / 8 at position i % 8, as Arrow and the file format do.
inline bool bit_at(const std::byte* bits, std::uint64_t index) {
  return (std::to_integer<unsigned>(bits[index / 8]) >> (index % 8) & 1u) != 0;
}
inline void set_bit(std::byte* bits, std::uint64_t index) {
  bits[index / 8] |= std::byte{static_cast<unsigned char>(1u << (index % 8))};
}
constexpr std::uint64_t bitmap_bytes(std::uint64_t bits) {
  return div_ceil(bits, std::uint64_t{8});
}

/// Up to 64 bits of a bitmap from bit `first` on, in the low `count` bits; reads no byte outside them.
std::uint64_t load_bits(const std::byte* bits, std::uint64_t first, unsigned count);

/// Ors the low `count` (at most 64) bits of `value` into a bitmap from bit `first` on.
void or_bits(std::byte* bits, std::uint64_t first, std::uint64_t value, unsigned count);

/// Set bits among the first `count`.
std::uint64_t count_bits(std::span<const std::byte> bitmap, std::uint64_t count);

}  // namespace gyre
