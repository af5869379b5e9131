#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "array/row_range.hpp"
#include "base/memory_shares.hpp"

namespace gyre {

/// Rows that one job may have; a GPU wants larger ones.
struct SplitLimits {
  std::uint64_t least_rows = 64 << 10;
  std::uint64_t most_rows = 128 << 10;
  /// Rows that take more in a tile come in splits of fewer; see limits_for.
  std::uint64_t tile_bytes = MemoryShares().job_bytes;
};

/// Cuts row ranges into jobs, one after another, preferably where chunks meet, else at multiples of tiles. Nothing is kept
/// for rows that were not asked for, whatever number of them a file claims.
class SplitCutter {
 public:
  /// ranges       rising, apart
  /// boundaries   rows at which chunks begin, rising
  /// starts_small the first jobs are small and grow, so that a few rows cost little
  SplitCutter(std::vector<RowRange> ranges, std::vector<std::uint64_t> boundaries,
              const SplitLimits& limits, bool starts_small);

  /// Nothing at the end.
  std::optional<RowRange> next();

 private:
  std::uint64_t end_of_split(RowRange range) const;

  std::vector<RowRange> ranges_;
  std::vector<std::uint64_t> boundaries_;
  SplitLimits limits_;
  std::uint64_t most_;
  std::size_t range_ = 0;
};

}  // namespace gyre
