#pragma once

#include <vector>

#include "array/encoding.hpp"

namespace gyre {

/// Decimals cut into integers of 64 bits. Readers give words as wide as the parts make them: 64 bits and less without lower
/// parts, 128 with one, 256 with more.
///
/// top      signed, the highest bits; the rows' nulls are here
/// lower    unsigned, at most three, the most significant first; each counts 64 bits, whatever type holds it
/// Source   Vortex "vortex.decimal_byte_parts.v2"; metadata in schema/encodings.proto
struct DecimalBytePartsV2 final : Array {
  DecimalBytePartsV2(const ArrayParts& parts, ArrayRef top_part, std::vector<ArrayRef> lower_parts);
  ArrayRef top;
  std::vector<ArrayRef> lower;
};

extern const Encoding decimal_byte_parts_v2_encoding;

}  // namespace gyre
