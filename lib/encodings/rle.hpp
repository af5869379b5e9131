#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Numbers in blocks of 1,024 rows, each with values of its own: one a run, and a row says which of them is its.
///
/// values    of all blocks, one block after another, without nulls
/// indices   u8 or u16, whole blocks: which of its block's values; the rows' nulls are here
/// starts    where each block's values start, counted as the first block's entry counts
/// offset    place of row 0 in the indices; may pass the first block
/// Source    Vortex "fastlanes.rle"; metadata in schema/encodings.proto
struct Rle final : Array {
  Rle(const ArrayParts& parts, ArrayRef run_values, ArrayRef value_indices, ArrayRef block_starts,
      std::uint64_t rows_cut);
  ArrayRef values, indices, starts;
  std::uint64_t offset;
};

extern const Encoding rle_encoding;

}  // namespace gyre
