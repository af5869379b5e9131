#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "array/column.hpp"
#include "array/statistics.hpp"

namespace gyre {

/// A zone map as it is stored: a struct column of one row a zone, and the layout that holds it beside the data.
struct ZoneTable {
  enum class Form : std::uint8_t { stats, zoned };

  Column column;
  std::string_view layout_id;  ///< "vortex.stats" or "vortex.zoned"
  Buffer metadata;             ///< of the layout
};

/// max and min with what tells of their truncation where some zone has them, null_count, and nan_count of floats.
ZoneTable make_zone_table(std::span<const Statistics> zones, const DType& dtype,
                          std::uint64_t zone_rows, ZoneTable::Form form = ZoneTable::Form::stats);

/// Widens `whole` by `part`, rows that follow it.
void merge_statistics(Statistics& whole, const Statistics& part, const DType& dtype);

}  // namespace gyre
