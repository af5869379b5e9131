#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Integers in arithmetic progression: row r is base + r * step, wrapping at the type's width.
///
/// No buffers, no children; the type may be nullable, but no row is null.
/// Source   Vortex "vortex.sequence"; metadata in schema/encodings.proto
struct Sequence final : Array {
  Sequence(const ArrayParts& parts, std::uint64_t first, std::uint64_t difference);
  std::uint64_t base, step;  ///< of the type's width; higher bits mean nothing
};

extern const Encoding sequence_encoding;

}  // namespace gyre
