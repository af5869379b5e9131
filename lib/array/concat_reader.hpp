#pragma once

#include <vector>

#include "array/reader.hpp"
#include "dtype/dtype.hpp"

namespace gyre {

/// Readers of one type, one after another, as a single reader: what a chunked array or layout
/// compiles to.
///
/// parts    in order, all of `dtype`; those without rows may be among them, and those whose every
/// row is null (Shape::null) result   the shape of the parts. Decimal parts may differ in width:
/// the widest is presented, narrower words extended
///          by their sign. Null where every row is; with no rows at all, an empty reader of the
///          type's own shape
/// Errors   Code::corrupt: parts of different shapes, more rows or elements than 64 bits count;
/// Code::unsupported: a type
///          that no reader stands for
Result<ReaderRef> concat_readers(std::vector<ReaderRef> parts, const DType& dtype,
                                 ReadContext& context);

}  // namespace gyre
