#pragma once

#include <vector>

#include "array/encoding.hpp"

namespace gyre {

struct Patches;

/// Floats cut in two: row r has the bits left[left_codes[r]] << right_bits | right_parts[r].
///
/// left          what the codes stand for: the high bits of the floats, at most 16 of them each
/// left_codes    unsigned, same rows; carries the nulls
/// right_parts   u32 for f32, u64 for f64, same rows, no nulls
/// patches       rows whose left part is the patch itself and not a code; null: none
/// Source        Afroozeh, Kuffo and Boncz, "ALP: Adaptive Lossless floating-Point Compression", SIGMOD 2023, real
///               doubles; Vortex "vortex.alprd"; metadata in schema/encodings.proto
struct AlpRd final : Array {
  AlpRd(const ArrayParts& parts, std::vector<std::uint16_t> left_parts, unsigned right_width,
        ArrayRef codes, ArrayRef rest, std::shared_ptr<const Patches> exceptions);
  std::vector<std::uint16_t> left;
  unsigned right_bits;
  ArrayRef left_codes, right_parts;
  std::shared_ptr<const Patches> patches;
};

extern const Encoding alprd_encoding;

}  // namespace gyre
