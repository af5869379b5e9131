#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Values without nulls, and which of them are valid.
///
/// values     child 0, of the type made non-null
/// validity   optional child 1
/// Source     Vortex "vortex.masked"
struct Masked final : Array {
  Masked(const ArrayParts& parts, ArrayRef all_values, ArrayRef validity_child);
  ArrayRef values;
  ArrayRef validity;  ///< null: no nulls
};

extern const Encoding masked_encoding;

}  // namespace gyre
