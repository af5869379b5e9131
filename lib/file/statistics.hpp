#pragma once

#include <span>
#include <vector>

#include "array/statistics.hpp"
#include "base/buffer.hpp"
#include "base/result.hpp"
#include "dtype/dtype.hpp"

namespace gyre {

/// Reads the file statistics of a root of type `dtype`: one entry a field of a struct, else one. `blob` is 8-aligned. A
/// statistic that does not fit its type is left out.
Result<std::vector<Statistics>> read_file_statistics(const Buffer& blob, const DType& dtype,
                                                     std::uint64_t rows);

/// Whether a bound in the blob is stored as an f16; release 0.36 stored f16 as whole numbers, and reads them so only.
bool stores_f16_bounds(const Buffer& blob);

/// The blob of such statistics, for columns of these dtypes.
Buffer write_file_statistics(std::span<const Statistics> statistics, std::span<const DType> dtypes);

}  // namespace gyre
