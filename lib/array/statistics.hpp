#pragma once

#include <cstdint>
#include <optional>

#include "dtype/scalar.hpp"

namespace gyre {

/// What is known of a range of rows of one column without looking at them. Absent means unknown.
///
/// min, max   over rows that are neither null nor NaN, in the column's dtype; absent also where there is no such row. A
///            bound that is not exact (a text cut short) is below, or above, all values.
struct Statistics {
  std::optional<Scalar> min, max;
  bool min_exact = false, max_exact = false;
  std::optional<std::uint64_t> null_count, nan_count;
  std::optional<std::uint64_t> plain_bytes;  ///< of the values in plain memory
  std::uint64_t rows = 0;
};

}  // namespace gyre
