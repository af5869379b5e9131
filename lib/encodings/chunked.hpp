#pragma once

#include <vector>

#include "array/encoding.hpp"

namespace gyre {

/// Arrays one after another.
///
/// offsets   chunks + 1 non-null u64 values: 0, then where each chunk ends; none falls, the last is the number of rows
/// chunks    any dtype, the same for all. How many rows each has is data, so they stay unopened until values are wanted
/// Source    Vortex "vortex.chunked"
struct Chunked final : Array {
  Chunked(const ArrayParts& parts, ArrayRef ends);
  ArrayRef offsets;
  std::vector<EncodedArray> chunks;
  const EncodingTable& encodings;
  unsigned depth;  ///< of this node
};

extern const Encoding chunked_encoding;

}  // namespace gyre
