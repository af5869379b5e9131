#pragma once

#include <algorithm>
#include <cstdint>

namespace gyre {

/// Rows in a unit of work: readers give values a tile at a time.
inline constexpr std::uint64_t tile_rows = 1024;

/// Rows first .. last, half open.
struct RowRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  constexpr std::uint64_t size() const { return last - first; }
  constexpr bool empty() const { return first >= last; }
  constexpr RowRange shifted(std::uint64_t by) const { return {first + by, last + by}; }
  constexpr RowRange cut(RowRange other) const {
    const auto from = std::max(first, other.first);
    return {from, std::max(from, std::min(last, other.last))};
  }
  constexpr bool operator==(const RowRange&) const = default;
};

}  // namespace gyre
