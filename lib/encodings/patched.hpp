#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// An array of numbers with other values in some rows, which are listed by blocks of 1,024 rows.
///
/// inner     tells which rows are null
/// starts    u32; where the patches of each lane of each block start, the end behind the last: lane l of block b is entry
///           b * lanes + l. A lane holds the rows whose place in the block is l, modulo `lanes`
/// indices   u16; the place in its block of each patch. Those outside the rows, which a slice left, are nobody's
/// values    one for each index
/// offset    place of row 0 in the first block
/// Source    Vortex "vortex.patched"; metadata in schema/encodings.proto
struct Patched final : Array {
  Patched(const ArrayParts& parts, ArrayRef patched_array, ArrayRef lane_starts,
          ArrayRef block_indices, ArrayRef patch_values, unsigned lanes_of_block,
          unsigned first_row);
  ArrayRef inner, starts, indices, values;
  unsigned lanes, offset;
};

extern const Encoding patched_encoding;

}  // namespace gyre
