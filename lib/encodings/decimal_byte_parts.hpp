#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Decimals of at most 64 bits as an array of signed integers, which carries the nulls. Readers give the integers as they
/// are: narrow decimals.
///
/// Source   Vortex "vortex.decimal_byte_parts"; metadata in schema/encodings.proto
struct DecimalByteParts final : Array {
  DecimalByteParts(const ArrayParts& parts, ArrayRef all_integers);
  ArrayRef integers;
};

extern const Encoding decimal_byte_parts_encoding;

}  // namespace gyre
