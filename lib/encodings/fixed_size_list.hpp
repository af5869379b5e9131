#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Lists of one size, one after another.
///
/// elements   rows * size of them, also for null rows
/// validity   optional last child
/// Source     Vortex "vortex.fixed_size_list"
struct FixedSizeList final : Array {
  FixedSizeList(const ArrayParts& parts, ArrayRef all_elements, ArrayRef validity_child);
  ArrayRef elements;
  ArrayRef validity;  ///< null: no nulls
};

extern const Encoding fixed_size_list_encoding;

}  // namespace gyre
