#pragma once

#include "array/encoding.hpp"
#include "encodings/detail/once.hpp"
#include "encodings/detail/onpair_tokens.hpp"

namespace gyre {

/// OnPair: text as codes of tokens of up to 16 bytes, which a dictionary lists.
///
/// token_bytes    of all tokens, one after another
/// token_offsets  tokens + 1 integers, no nulls: where each token starts and ends
/// codes          of all rows, no nulls; each below the number of tokens
/// code_offsets   rows + 1 integers, no nulls: which codes make a row
/// lengths        rows integers, no nulls: bytes of each text; those of null rows mean nothing
/// validity       optional last child
/// Source         Vortex "vortex.onpair"; metadata in schema/encodings.proto
struct OnPair final : Array {
  explicit OnPair(const ArrayParts& parts) : Array(parts) {}
  Buffer token_bytes;
  ArrayRef token_offsets, codes, code_offsets, lengths;
  ArrayRef validity;          ///< null: no nulls
  Once<OnPairTokens> tokens;  ///< read when first asked for
};

extern const Encoding onpair_encoding;

}  // namespace gyre
