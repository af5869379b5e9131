#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Integers less a reference of their block of 1,024, wrapping.
///
/// encoded      what is left; the rows' nulls are here
/// references   one for each block
/// offset       place of row 0 in the first block
/// Source       Vortex "fastlanes.for.v2"; metadata in schema/encodings.proto
struct FrameOfReferenceV2 final : Array {
  FrameOfReferenceV2(const ArrayParts& parts, ArrayRef encoded_child, ArrayRef block_references,
                     unsigned first_row);
  ArrayRef encoded, references;
  unsigned offset;
};

extern const Encoding frame_of_reference_v2_encoding;

}  // namespace gyre
