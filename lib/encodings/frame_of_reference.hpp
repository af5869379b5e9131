#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Integers less a reference: row r is encoded[r] + reference, wrapping at the type's width.
///
/// encoded   same type, same rows; carries the nulls
/// Source    Vortex "fastlanes.for"; the metadata is the reference, a bare ScalarValue
struct FrameOfReference final : Array {
  FrameOfReference(const ArrayParts& parts, ArrayRef encoded_child, std::uint64_t subtracted);
  ArrayRef encoded;
  std::uint64_t reference;  ///< of the type's width; higher bits mean nothing
};

extern const Encoding frame_of_reference_encoding;

}  // namespace gyre
