#pragma once

#include "array/encoding.hpp"

namespace gyre {

struct Patches;

/// Floats that are decimals: row r is float(encoded[r]) * 10^f * 10^-e, two multiplications in the type's own precision.
///
/// encoded   i32 for f32, i64 for f64, same rows; carries the nulls
/// patches   rows that no such number stands for; null: none
/// Source    Afroozeh, Kuffo and Boncz, "ALP: Adaptive Lossless floating-Point Compression", SIGMOD 2023; Vortex
///           "vortex.alp"; metadata in schema/encodings.proto
struct Alp final : Array {
  Alp(const ArrayParts& parts, ArrayRef encoded_child, unsigned e, unsigned f,
      std::shared_ptr<const Patches> exceptions);
  ArrayRef encoded;
  unsigned exponent_e, exponent_f;
  std::shared_ptr<const Patches> patches;
};

extern const Encoding alp_encoding;

}  // namespace gyre
