#pragma once

#include "array/encoding.hpp"
#include "encodings/detail/once.hpp"
#include "encodings/detail/rising.hpp"

namespace gyre {

/// Run ends: row r holds values[k] for the first k with ends[k] > r + offset.
///
/// ends     unsigned, no nulls, strictly rising, one per run; the last is >= rows + offset
/// values   one per run, any dtype; carries the nulls
/// Source   Vortex "vortex.runend"; metadata in schema/encodings.proto
struct RunEnd final : Array {
  RunEnd(const ArrayParts& parts, ArrayRef run_ends, ArrayRef run_values, std::uint64_t rows_cut);
  ArrayRef ends, values;
  std::uint64_t offset;         ///< rows cut from the front by a slice
  Once<Rising> checked_ends{};  ///< read when first asked for
};

/// Stores numbers and booleans; a run of nulls is a run whose value is null.
extern const Encoding runend_encoding;

}  // namespace gyre
