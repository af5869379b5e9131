#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Decimals as integers (value * 10^scale), two's complement, little-endian, all of one width.
///
/// values     rows integers of `width` bytes: 1, 2, 4, 8, 16 or 32, as the metadata says; wider or narrower than the
///            precision needs, and that is how readers give them
/// validity   optional last child
/// Source     Vortex "vortex.decimal"; metadata in schema/encodings.proto
struct Decimal final : Array {
  Decimal(const ArrayParts& parts, unsigned stored_width, Buffer all_values,
          ArrayRef validity_child);
  unsigned width;
  Buffer values;
  ArrayRef validity;  ///< null: no nulls
};

extern const Encoding decimal_encoding;

}  // namespace gyre
