#pragma once

#include <span>

#include "array/column.hpp"
#include "array/statistics.hpp"

namespace gyre {

/// A zone map as it is stored: a struct column of one row a zone, and the metadata of its vortex.stats layout.
struct ZoneTable {
  Column column;
  Buffer metadata;
};

/// max and min with their truncation flags where some zone has them, null_count, and nan_count of floats.
ZoneTable make_zone_table(std::span<const Statistics> zones, const DType& dtype,
                          std::uint64_t zone_rows);

/// Widens `whole` by `part`, rows that follow it.
void merge_statistics(Statistics& whole, const Statistics& part, const DType& dtype);

}  // namespace gyre
