#pragma once

#include "array/encoding.hpp"

namespace gyre {

struct Patches;

/// Integers of `width` bits in FastLanes blocks of 1,024; the last block is whole, too.
///
/// packed     blocks of 128 * width bytes; bits are read as unsigned, whatever the type's sign (detail/unpack.hpp)
/// offset     place of row 0 in the first block: rows that a slice cut off
/// patches    rows whose values are wider; null: none. A patch holds the whole value
/// validity   optional last child, the only one to decide about nulls
/// Source     Vortex "fastlanes.bitpacked"; metadata in schema/encodings.proto
struct BitPacked final : Array {
  BitPacked(const ArrayParts& parts, Buffer blocks, unsigned bits, unsigned first_row,
            std::shared_ptr<const Patches> exceptions, ArrayRef validity_child);
  Buffer packed;
  unsigned width, offset;
  std::shared_ptr<const Patches> patches;
  ArrayRef validity;
};

extern const Encoding bitpacked_encoding;

/// The cheapest way to pack a column of integers, less `reference`.
struct PackedSize {
  unsigned width = 0;         ///< bits of a value; those of the type where packing does not pay
  std::uint64_t patches = 0;  ///< values that are wider
  std::uint64_t bytes = 0;    ///< of packed blocks, patches and validity
};
PackedSize packed_size(const Column& plain, std::uint64_t reference = 0);

/// Packs integers less `reference`, wrapping, as packed_size says.
Result<EncodedArray> bitpack(const Column& plain, std::uint64_t reference, EncodeContext& context);

/// Least and largest of the valid values of an integer column, in the order of its type; nothing if there is none.
struct IntegerBounds {
  std::uint64_t min, max;  ///< sign-extended if the type is signed
};
std::optional<IntegerBounds> integer_bounds(const Column& plain);

}  // namespace gyre
