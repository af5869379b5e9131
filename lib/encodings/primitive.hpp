#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Numbers as they are, little-endian.
///
/// values     rows words of the type's width, aligned to it
/// validity   optional last child
/// Source     Vortex "vortex.primitive"
struct Primitive final : Array {
  Primitive(const ArrayParts& parts, Buffer all_values, ArrayRef validity_child);
  Buffer values;
  ArrayRef validity;  ///< null: no nulls
};

extern const Encoding primitive_encoding;

}  // namespace gyre
