#pragma once

#include <cstdint>
#include <vector>

#include "array/column.hpp"

namespace gyre {

/// Floats as integers times powers of ten, and the rows where that does not give the same bits back. Their integers, and those
/// of null rows, mean nothing, and are in the range of the others.
///
/// e, f   the float is integer * 10^f * 10^-e
struct AlpIntegers {
  unsigned e = 0, f = 0;
  Column column;  ///< i32 or i64, nulls as in the floats
  std::vector<std::uint32_t> exceptions;

  /// plain   floats of 32 or 64 bits, fewer than 2^32 rows. The exponents are those that make the smallest numbers of a sample.
  static AlpIntegers of(const Column& plain);
};

}  // namespace gyre
