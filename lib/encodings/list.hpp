#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Lists by their bounds: row r holds elements offsets[r] .. offsets[r + 1].
///
/// elements   any rows; those before the first offset and after the last belong to no list
/// offsets    rows + 1 integers of any type, no nulls; a valid row's bounds rise and lie inside the elements
/// validity   optional last child
/// Source     Vortex "vortex.list"; metadata in schema/encodings.proto
struct List final : Array {
  List(const ArrayParts& parts, ArrayRef all_elements, ArrayRef bounds, ArrayRef validity_child);
  ArrayRef elements, offsets;
  ArrayRef validity;  ///< null: no nulls
};

extern const Encoding list_encoding;

}  // namespace gyre
