#include "scan/splits.hpp"

#include <algorithm>

namespace gyre {
namespace {

constexpr std::uint64_t first_small_split_rows = 8 << 10;

}  // namespace

SplitCutter::SplitCutter(std::vector<RowRange> ranges, std::vector<std::uint64_t> boundaries,
                         const SplitLimits& limits, bool starts_small)
    : ranges_(std::move(ranges)),
      boundaries_(std::move(boundaries)),
      limits_(limits),
      most_(starts_small ? std::min(first_small_split_rows, limits.most_rows) : limits.most_rows) {}

std::optional<RowRange> SplitCutter::next() {
  while (range_ < ranges_.size() && ranges_[range_].empty()) ++range_;
  if (range_ == ranges_.size()) return std::nullopt;
  auto& range = ranges_[range_];
  const RowRange split{range.first, end_of_split(range)};
  range.first = split.last;
  most_ = std::min(limits_.most_rows, most_ * 2);
  return split;
}

std::uint64_t SplitCutter::end_of_split(RowRange range) const {
  if (range.size() <= most_) return range.last;
  const auto least = std::min(limits_.least_rows, most_);
  const auto whole_tiles = [&](std::uint64_t rows) {
    return range.first + (rows < tile_rows ? rows : rows / tile_rows * tile_rows);
  };
  const auto after = std::ranges::upper_bound(boundaries_, range.first + most_);
  if (after == boundaries_.begin()) return whole_tiles(most_);
  // The last boundary within reach, if it leaves a split of a good size.
  const auto boundary = *std::prev(after);
  if (boundary > range.first && boundary >= range.first + least) return boundary;
  return boundary > range.first ? whole_tiles(least) : whole_tiles(most_);
}

}  // namespace gyre
