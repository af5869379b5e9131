#pragma once

#include <cstdint>

namespace gyre {

/// How rows are cut into chunks: as many as the bounds allow.
struct ChunkBounds {
  std::uint64_t rows;
  std::uint64_t bytes = UINT64_MAX;  ///< in plain memory; one row may have more
  /// Chunks end at multiples of it where they reach one; else those that are full of bytes end at whole tiles.
  std::uint64_t zone_rows = 1;
  /// After so many rows the next ones are the first of a new file.
  std::uint64_t rows_per_file = UINT64_MAX;
};

}  // namespace gyre
