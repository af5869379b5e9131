#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace gyre {

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 i128;

/// 256 bits, two's complement where a sign matters; the lowest limb first, as in memory and in files.
struct Int256 {
  std::array<std::uint64_t, 4> limb{};

  constexpr Int256() = default;
  static constexpr Int256 of(std::int64_t value) {
    const auto fill = value < 0 ? ~std::uint64_t{0} : 0;
    return make(static_cast<std::uint64_t>(value), fill, fill, fill);
  }
  static constexpr Int256 of(std::uint64_t value) { return make(value, 0, 0, 0); }
  static constexpr Int256 of(i128 value) {
    const auto fill = value < 0 ? ~std::uint64_t{0} : 0;
    const auto bits = static_cast<u128>(value);
    return make(static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(bits >> 64), fill,
                fill);
  }
  static constexpr Int256 make(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
    Int256 result;
    result.limb = {a, b, c, d};
    return result;
  }

  constexpr bool negative() const { return (limb[3] >> 63) != 0; }
  constexpr i128 low128() const {
    return static_cast<i128>(static_cast<u128>(limb[1]) << 64 | limb[0]);
  }
  constexpr std::int64_t low64() const { return static_cast<std::int64_t>(limb[0]); }
  constexpr bool fits_i128() const { return of(low128()) == *this; }
  constexpr bool fits_i64() const { return of(low64()) == *this; }
  constexpr bool fits_u64() const { return of(limb[0]) == *this; }

  constexpr bool operator==(const Int256&) const = default;
  /// Signed order.
  constexpr std::strong_ordering operator<=>(const Int256& other) const {
    if (negative() != other.negative())
      return negative() ? std::strong_ordering::less : std::strong_ordering::greater;
    for (int i = 3; i >= 0; --i)
      if (limb[static_cast<unsigned>(i)] != other.limb[static_cast<unsigned>(i)])
        return limb[static_cast<unsigned>(i)] <=> other.limb[static_cast<unsigned>(i)];
    return std::strong_ordering::equal;
  }
};

/// Values travel as words: the bit pattern of a number at its own width. Signs, floats and decimals are
/// readings of a word that only comparisons, arithmetic and output care about.
template <class W>
concept Word = std::is_same_v<W, std::uint8_t> || std::is_same_v<W, std::uint16_t> ||
               std::is_same_v<W, std::uint32_t> || std::is_same_v<W, std::uint64_t> ||
               std::is_same_v<W, u128> || std::is_same_v<W, Int256>;

/// Calls `body` with a value of the word type that is `bytes` wide (1, 2, 4, 8, 16 or 32).
template <class Body>
constexpr decltype(auto) with_word(unsigned bytes, Body&& body) {
  switch (bytes) {
    case 1: return body(std::uint8_t{});
    case 2: return body(std::uint16_t{});
    case 4: return body(std::uint32_t{});
    case 8: return body(std::uint64_t{});
    case 16: return body(u128{});
    default: return body(Int256{});
  }
}

/// The same for the four widths that primitive types have (1, 2, 4 or 8 bytes).
template <class Body>
constexpr decltype(auto) with_small_word(unsigned bytes, Body&& body) {
  switch (bytes) {
    case 1: return body(std::uint8_t{});
    case 2: return body(std::uint16_t{});
    case 4: return body(std::uint32_t{});
    default: return body(std::uint64_t{});
  }
}

/// A word read as a signed number and widened to 256 bits.
template <Word W>
constexpr Int256 sign_extend(W word) {
  if constexpr (std::is_same_v<W, Int256>) {
    return word;
  } else if constexpr (std::is_same_v<W, u128>) {
    return Int256::of(static_cast<i128>(word));
  } else {
    return Int256::of(static_cast<std::int64_t>(static_cast<std::make_signed_t<W>>(word)));
  }
}

/// A word read as an unsigned number and widened to 256 bits.
template <Word W>
constexpr Int256 zero_extend(W word) {
  if constexpr (std::is_same_v<W, Int256>) {
    return word;
  } else if constexpr (std::is_same_v<W, u128>) {
    return Int256::make(static_cast<std::uint64_t>(word), static_cast<std::uint64_t>(word >> 64), 0,
                        0);
  } else {
    return Int256::of(static_cast<std::uint64_t>(word));
  }
}

/// The low bits of a 256-bit value as a word.
template <Word W>
constexpr W truncate(const Int256& value) {
  if constexpr (std::is_same_v<W, Int256>) {
    return value;
  } else if constexpr (std::is_same_v<W, u128>) {
    return static_cast<u128>(value.low128());
  } else {
    return static_cast<W>(value.limb[0]);
  }
}

/// Reads a T from bytes of any alignment.
template <class T>
T load(const void* from) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Writes a T to bytes of any alignment.
template <class T>
void store(void* to, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::memcpy(to, &value, sizeof value);
}

}  // namespace gyre
