#pragma once

#include <vector>

#include "array/encoding.hpp"

namespace gyre {

/// Structs, field by field.
///
/// validity   optional, the first child: there are as many children as fields, or one more
/// fields     one child a field, in order; what a field holds in a null row means nothing
/// Source     Vortex "vortex.struct"
struct Struct final : Array {
  Struct(const ArrayParts& parts, std::vector<ArrayRef> all_fields, ArrayRef validity_child);
  std::vector<ArrayRef> fields;
  ArrayRef validity;  ///< null: no nulls
};

extern const Encoding struct_encoding;

}  // namespace gyre
