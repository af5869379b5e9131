#pragma once

#include "array/batch.hpp"
#include "arrow/c_data.hpp"
#include "base/result.hpp"

namespace gyre::arrow {

/// A schema as Arrow's C data interface: a struct whose fields are the columns. The caller calls `release`.
///
/// utf8 and binary become string and binary views, lists large lists, maps with keys that are not nullable maps, vortex.date/time/timestamp Arrow's own types,
/// vortex.uuid and vortex.json arrow.uuid and arrow.json, other extensions their storage.
/// Errors   Code::unsupported: a type that Arrow lacks
Result<void> export_schema(const DType& schema, ArrowSchema& out);

/// A batch as a struct array of the same type; its buffers are shared, not copied, but offsets of maps. The caller calls
/// `release`.
/// Errors   Code::unsupported: maps with more entries than 31 bits count
Result<void> export_batch(const Batch& batch, ArrowArray& out);

}  // namespace gyre::arrow
