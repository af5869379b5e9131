#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Signed integers with the sign in the lowest bit: 0, -1, 1, -2 … are stored as 0, 1, 2, 3 …
///
/// encoded   unsigned of the same width, same rows; carries the nulls
/// Source    Vortex "vortex.zigzag"; no metadata
struct ZigZag final : Array {
  ZigZag(const ArrayParts& parts, ArrayRef encoded_child);
  ArrayRef encoded;
};

extern const Encoding zigzag_encoding;

}  // namespace gyre
