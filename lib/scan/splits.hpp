#pragma once

#include <span>
#include <vector>

#include "scan/plan.hpp"

namespace gyre {

/// Cuts row ranges into jobs: preferably where `boundaries` (rising) say that chunks meet, else at multiples of tiles.
/// With a limit the first jobs are small, so that a few rows cost little.
std::vector<RowRange> make_splits(std::span<const RowRange> ranges, std::span<const std::uint64_t> boundaries,
                                  const SplitLimits& limits, std::optional<std::uint64_t> row_limit);

}  // namespace gyre
