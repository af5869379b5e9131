#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Values of any type each. Opened, so that what stands beside them can be read; their own values cannot, yet.
///
/// core       all of them; of the variant type
/// shredded   optional: a copy of some of them, of a type of its own
/// Source     Vortex "vortex.variant"; metadata in schema/encodings.proto
struct Variant final : Array {
  Variant(const ArrayParts& parts, ArrayRef core_storage, ArrayRef shredded_copy);
  ArrayRef core;
  ArrayRef shredded;  ///< null: none
};

extern const Encoding variant_encoding;

}  // namespace gyre
