#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Booleans as a bitmap, the lowest bit first.
///
/// bits       row r is bit offset + r; bits past the rows mean nothing
/// validity   optional last child
/// Source     Vortex "vortex.bool"; metadata in schema/encodings.proto
struct Boolean final : Array {
  Boolean(const ArrayParts& parts, Buffer bitmap, unsigned first_bit, ArrayRef validity_child);
  Buffer bits;
  unsigned offset;    ///< below 8
  ArrayRef validity;  ///< null: no nulls
};

extern const Encoding boolean_encoding;

}  // namespace gyre
