#pragma once

#include "arrow/c_data.hpp"
#include "dtype/scalar.hpp"

namespace gyre::test {

/// Row `row` of an array as any reader of Arrow's C data interface would get it: by the formats, offsets and bitmaps of the
/// interface alone.
Value imported(const ArrowSchema& schema, const ArrowArray& array, std::int64_t row);

}  // namespace gyre::test
