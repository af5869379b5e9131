#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "array/row_range.hpp"
#include "base/bits.hpp"

namespace gyre {

/// One bit for each row of a tile; bits past the rows that a tile really has are 0.
class TileMask {
 public:
  static constexpr std::size_t words = tile_rows / 64;

  /// The first `rows` bits set.
  static TileMask all(std::uint64_t rows) {
    TileMask mask;
    for (std::size_t i = 0; i < words && rows > i * 64; ++i) {
      const auto left = rows - i * 64;
      mask.word[i] = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
    }
    return mask;
  }

  bool at(std::uint64_t row) const { return (word[row / 64] >> (row % 64) & 1) != 0; }
  void set(std::uint64_t row) { word[row / 64] |= std::uint64_t{1} << (row % 64); }
  void clear(std::uint64_t row) { word[row / 64] &= ~(std::uint64_t{1} << (row % 64)); }
  void assign(std::uint64_t row, bool value) { value ? set(row) : clear(row); }
  /// Sets rows first .. last.
  void set(RowRange rows) {
    for (auto row = rows.first; row < rows.last;) {
      const auto take = std::min(64 - row % 64, rows.last - row);
      const auto bits = take == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << take) - 1;
      word[row / 64] |= bits << (row % 64);
      row += take;
    }
  }

  std::uint64_t count() const {
    std::uint64_t set = 0;
    for (const auto bits : word) set += static_cast<unsigned>(std::popcount(bits));
    return set;
  }
  bool none() const {
    std::uint64_t any = 0;
    for (const auto bits : word) any |= bits;
    return any == 0;
  }
  /// From the first set bit to behind the last; one of them is set.
  RowRange span() const {
    std::size_t first = 0, last = words - 1;
    while (first < last && word[first] == 0) ++first;
    while (last > first && word[last] == 0) --last;
    return {first * 64 + static_cast<unsigned>(std::countr_zero(word[first])),
            last * 64 + static_cast<unsigned>(std::bit_width(word[last]))};
  }
  bool is_all(std::uint64_t rows) const { return *this == all(rows); }

  TileMask& operator&=(const TileMask& other) {
    for (std::size_t i = 0; i < words; ++i) word[i] &= other.word[i];
    return *this;
  }
  TileMask& operator|=(const TileMask& other) {
    for (std::size_t i = 0; i < words; ++i) word[i] |= other.word[i];
    return *this;
  }
  /// Drops the rows of `other`.
  TileMask& subtract(const TileMask& other) {
    for (std::size_t i = 0; i < words; ++i) word[i] &= ~other.word[i];
    return *this;
  }
  bool operator==(const TileMask&) const = default;

  /// Calls `body(row)` for each set bit, rising.
  template <class Body>
  void for_each(Body&& body) const {
    for (std::size_t i = 0; i < words; ++i)
      for (auto bits = word[i]; bits != 0; bits &= bits - 1)
        body(i * 64 + static_cast<unsigned>(std::countr_zero(bits)));
  }

  /// The bits of a bitmap from bit `first` on, one for each of `rows` rows.
  static TileMask from_bitmap(const std::byte* bits, std::uint64_t first, std::uint64_t rows) {
    TileMask mask;
    for (std::uint64_t row = 0; row < rows; row += 64)
      mask.word[row / 64] = load_bits(
          bits, first + row, static_cast<unsigned>(std::min<std::uint64_t>(64, rows - row)));
    return mask;
  }
  /// The rows from `first` on as rows 0, 1, …; rows that come in from beyond the tile are 0.
  TileMask shifted_down(std::uint64_t first) const {
    TileMask mask;
    const auto whole = first / 64, part = first % 64;
    for (std::size_t i = 0; i + whole < words; ++i) {
      mask.word[i] = word[i + whole] >> part;
      if (part != 0 && i + whole + 1 < words) mask.word[i] |= word[i + whole + 1] << (64 - part);
    }
    return mask;
  }
  /// Row 0 becomes row `by`; what passes the end is lost.
  TileMask shifted_up(std::uint64_t by) const {
    TileMask mask;
    const auto whole = by / 64, part = by % 64;
    for (std::size_t i = words; i-- > whole;) {
      mask.word[i] = word[i - whole] << part;
      if (part != 0 && i > whole) mask.word[i] |= word[i - whole - 1] >> (64 - part);
    }
    return mask;
  }

  /// The bits of the rows in `kept`, moved together: bit i is that of the i-th kept row.
  TileMask packed(const TileMask& kept) const {
    TileMask mask;
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < words; ++i) {
      if (kept.word[i] == 0) continue;
      std::uint64_t bits = 0;
      unsigned count = 0;
      if (~kept.word[i] == 0) {
        bits = word[i];
        count = 64;
      } else {
        for (auto left = kept.word[i]; left != 0; left &= left - 1, ++count)
          bits |= (word[i] >> std::countr_zero(left) & 1) << count;
      }
      mask.word[at / 64] |= bits << (at % 64);
      if (at % 64 + count > 64) mask.word[at / 64 + 1] |= bits >> (64 - at % 64);
      at += count;
    }
    return mask;
  }

  std::array<std::uint64_t, words> word{};
};

}  // namespace gyre
