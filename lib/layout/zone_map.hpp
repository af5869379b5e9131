#pragma once

#include <cstdint>
#include <vector>

#include "array/statistics.hpp"

namespace gyre {

/// Statistics of a column, zone by zone: zone z tells of rows z * zone_rows .. (z + 1) * zone_rows.
struct ZoneMap {
  std::uint64_t zone_rows = 0;  ///< 0: nothing is known
  std::vector<Statistics> zones;

  std::uint64_t zone_of(std::uint64_t row) const { return row / zone_rows; }
};

}  // namespace gyre
