#pragma once

#include <memory>

#include "array/encoding.hpp"
#include "encodings/detail/patches.hpp"

namespace gyre {

/// One value for most rows, and patches for the others, of any dtype.
///
/// fill      one buffer: the value of all rows without a patch, a protobuf ScalarValue; may be null
/// patches   children: rows and values; a value may be null
/// Source    Vortex "vortex.sparse"; metadata in schema/encodings.proto
struct Sparse final : Array {
  Sparse(const ArrayParts& parts, Buffer fill_bytes, std::shared_ptr<const Patches> other_rows);
  Buffer fill;
  std::shared_ptr<const Patches> patches;
};

extern const Encoding sparse_encoding;

}  // namespace gyre
