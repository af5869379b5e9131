#pragma once

#include "array/encoding.hpp"

namespace gyre {

struct Patches;

/// Integers in FastLanes blocks of 1,024, each block packed at a width of its own.
///
/// packed     the blocks; bits are read as unsigned, whatever the type's sign (detail/unpack.hpp)
/// bounds     where each block starts in `packed`, the end behind the last: a block of 128 * width bytes
/// offset     place of row 0 in the first block
/// patches    rows whose values are wider; null: none. A patch holds the whole value
/// validity   optional child, the only one to decide about nulls
/// Source     Vortex "fastlanes.bitpacked.v2"; metadata in schema/encodings.proto
struct BitPackedV2 final : Array {
  BitPackedV2(const ArrayParts& parts, Buffer blocks, ArrayRef block_bounds, unsigned first_row,
              std::shared_ptr<const Patches> exceptions, ArrayRef validity_child);
  Buffer packed;
  ArrayRef bounds;
  unsigned offset;
  std::shared_ptr<const Patches> patches;
  ArrayRef validity;
};

extern const Encoding bitpacked_v2_encoding;

}  // namespace gyre
