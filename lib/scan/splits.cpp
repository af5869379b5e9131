#include "scan/splits.hpp"

#include <algorithm>

namespace gyre {
namespace {

constexpr std::uint64_t first_limited_split_rows = 8 << 10;

/// Cuts one range. `most` grows from split to split where a limit made it small.
class Cutter {
 public:
  Cutter(std::span<const std::uint64_t> boundaries, const SplitLimits& limits, bool limited)
      : boundaries_(boundaries), limits_(limits), most_(limited ? first_limited_split_rows : limits.most_rows) {}

  void cut(RowRange range, std::vector<RowRange>& out) {
    while (!range.empty()) {
      const RowRange split{range.first, end_of_split(range)};
      out.push_back(split);
      range.first = split.last;
      most_ = std::min(limits_.most_rows, most_ * 2);
    }
  }

 private:
  std::uint64_t end_of_split(RowRange range) const {
    const auto least = std::min(limits_.least_rows, most_);
    if (range.size() <= most_) return range.last;
    // The last boundary that leaves a split of a good size; none: a multiple of tiles from where the piece began.
    const auto after = std::ranges::upper_bound(boundaries_, range.first + most_);
    if (after != boundaries_.begin()) {
      const auto boundary = *std::prev(after);
      if (boundary >= range.first + least) return boundary;
      if (boundary > range.first) return std::min(range.last, std::max(boundary, range.first + least / tile_rows * tile_rows));
    }
    return range.first + std::max(tile_rows, most_ / tile_rows * tile_rows);
  }

  std::span<const std::uint64_t> boundaries_;
  SplitLimits limits_;
  std::uint64_t most_;
};

}  // namespace

std::vector<RowRange> make_splits(std::span<const RowRange> ranges, std::span<const std::uint64_t> boundaries,
                                  const SplitLimits& limits, std::optional<std::uint64_t> row_limit) {
  Cutter cutter(boundaries, limits, row_limit.has_value());
  std::vector<RowRange> splits;
  for (const auto& range : ranges) cutter.cut(range, splits);
  return splits;
}

}  // namespace gyre
