#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Text or binary by its bounds: row r is bytes[offsets[r] .. offsets[r + 1]].
///
/// bytes      one buffer; those before the first offset and after the last belong to no row
/// offsets    rows + 1 integers of any type, no nulls; a valid row's bounds rise and lie inside the bytes
/// validity   optional last child
/// Source     Vortex "vortex.varbin"; metadata in schema/encodings.proto
struct VarBin final : Array {
  VarBin(const ArrayParts& parts, Buffer all_bytes, ArrayRef bounds, ArrayRef validity_child);
  /// Of no node: for encodings that keep bytes this way inside their own node.
  VarBin(DType own_dtype, std::uint64_t own_rows, Buffer all_bytes, ArrayRef bounds,
         ArrayRef validity_child);
  Buffer bytes;
  ArrayRef offsets;
  ArrayRef validity;  ///< null: no nulls
};

extern const Encoding varbin_encoding;

/// A node of these bytes and offsets, without validity yet.
EncodedArray make_varbin(Buffer bytes, EncodedArray offsets, PType offsets_ptype);

}  // namespace gyre
