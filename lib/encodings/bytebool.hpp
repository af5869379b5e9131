#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Booleans of a byte each: 0 is false, anything else true.
///
/// bytes      one a row
/// validity   optional last child
/// Source     Vortex "vortex.bytebool"
struct ByteBool final : Array {
  ByteBool(const ArrayParts& parts, Buffer all_bytes, ArrayRef validity_child);
  Buffer bytes;
  ArrayRef validity;  ///< null: no nulls
};

extern const Encoding bytebool_encoding;

}  // namespace gyre
