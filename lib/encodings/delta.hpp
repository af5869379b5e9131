#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Integers as differences, in blocks of 1,024 that are transposed so that many running sums advance at once.
///
/// bases      what the sums of each block start from, one for each of its lanes (1,024 / bits of the type)
/// deltas     whole blocks, in the order of the transposed block
/// validity   of the rows; if absent, the rows' nulls are those of the deltas, in the deltas' order (older files)
/// offset     place of row 0 in the first block
/// Source     Vortex "fastlanes.delta"; metadata in schema/encodings.proto. Afroozeh and Boncz, "The FastLanes Compression
///            Layout", PVLDB 16(9), 2023
struct Delta final : Array {
  Delta(const ArrayParts& parts, ArrayRef lane_bases, ArrayRef all_deltas, ArrayRef validity_child,
        unsigned first_row);
  ArrayRef bases, deltas, validity;
  unsigned offset;
};

extern const Encoding delta_encoding;

}  // namespace gyre
