#include "scan/zone_pruning.hpp"

#include <algorithm>

#include "base/bits.hpp"
#include "expr/prune.hpp"
#include "layout/zone_map.hpp"

namespace gyre {
namespace {

/// Zone maps of the filter's columns, and the finest grid on which all of them can be asked.
struct Zones {
  std::vector<std::shared_ptr<const ZoneMap>> maps;  // null: the column has none
  std::uint64_t grid_rows = 0;                       // 0: no column has any

  static Result<Zones> load(const Plan& plan) {
    Zones zones;
    for (const auto& column : plan.filter_columns) {
      auto map = GYRE_TRY(column->zones(*plan.file));
      if (map && map->zone_rows > 0 && (zones.grid_rows == 0 || map->zone_rows < zones.grid_rows))
        zones.grid_rows = map->zone_rows;
      zones.maps.push_back(std::move(map));
    }
    return zones;
  }

  /// Statistics that hold for all of `rows`: those of the zone that covers them; nothing where two zones meet.
  const Statistics* covering(std::size_t column, RowRange rows) const {
    const auto& map = maps[column];
    if (!map || map->zone_rows == 0) return nullptr;
    const auto zone = map->zone_of(rows.first);
    if (zone != map->zone_of(rows.last - 1) || zone >= map->zones.size()) return nullptr;
    return &map->zones[static_cast<std::size_t>(zone)];
  }
};

void append(std::vector<RowRange>& ranges, RowRange rows) {
  if (!ranges.empty() && ranges.back().last == rows.first)
    ranges.back().last = rows.last;
  else
    ranges.push_back(rows);
}

}  // namespace

Result<std::vector<RowRange>> surviving_rows(const Plan& plan,
                                             const std::vector<const Statistics*>& file_statistics,
                                             PlanCounters& counters) {
  const auto rows = plan.file->footer().rows();
  const auto of_file = [&](std::size_t column) { return file_statistics[column]; };
  if (!expr::possible(*plan.filter, of_file).may_be_true()) {
    counters.file_pruned = true;
    return std::vector<RowRange>{};
  }
  const auto zones = GYRE_TRY(Zones::load(plan));
  if (zones.grid_rows == 0) return std::vector<RowRange>{{0, rows}};
  std::vector<RowRange> surviving;
  for (std::uint64_t first = 0; first < rows; first += zones.grid_rows) {
    const RowRange zone{first, std::min(rows, first + zones.grid_rows)};
    const auto of_zone = [&](std::size_t column) { return zones.covering(column, zone); };
    ++counters.zones;
    if (expr::possible(*plan.filter, of_zone).may_be_true())
      append(surviving, zone);
    else
      ++counters.zones_pruned;
  }
  return surviving;
}

}  // namespace gyre
