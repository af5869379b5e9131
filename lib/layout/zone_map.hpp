#pragma once

#include <cstdint>
#include <vector>

#include "array/statistics.hpp"
#include "layout/layout_view.hpp"

namespace gyre {

/// Statistics of a column, zone by zone: zone z tells of rows z * zone_rows .. (z + 1) * zone_rows.
struct ZoneMap {
  std::uint64_t zone_rows = 0;  ///< 0: nothing is known
  std::vector<Statistics> zones;

  std::uint64_t zone_of(std::uint64_t row) const { return row / zone_rows; }
};

/// What a vortex.stats or vortex.zoned node says of its second child, the table of zones.
struct ZoneLayout {
  std::uint64_t zone_rows = 0;
  DType table;  ///< a struct of the facts that are known of each zone
};

/// `dtype` is the node's. Errors   Code::unsupported: an aggregate nobody knows; Code::corrupt
Result<ZoneLayout> zone_layout(const LayoutView& node, const DType& dtype);

}  // namespace gyre
