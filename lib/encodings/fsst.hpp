#pragma once

#include "array/encoding.hpp"
#include "encodings/detail/fsst_symbols.hpp"
#include "encodings/detail/once.hpp"

namespace gyre {

/// FSST: text whose frequent pieces of up to 8 bytes are codes of one byte.
///
/// symbols   two buffers, 8 bytes and a length for each
/// codes     binary, one string of codes for each row; carries the nulls. Newer files keep them as a third buffer with
///           offsets and validity of its own, older ones in a vortex.varbin child.
/// lengths   integers of any type, no nulls: bytes of each text; those of null rows mean nothing
/// Source    Vortex "vortex.fsst"; metadata in schema/encodings.proto
struct Fsst final : Array {
  Fsst(const ArrayParts& parts, Buffer symbol_bytes, Buffer symbol_sizes, ArrayRef code_strings,
       ArrayRef text_lengths);
  Buffer symbols, symbol_lengths;
  ArrayRef codes, lengths;
  Once<FsstSymbols> table{};  ///< read when first asked for
};

extern const Encoding fsst_encoding;

}  // namespace gyre
