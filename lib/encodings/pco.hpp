#pragma once

#include <deque>
#include <vector>

#include "array/encoding.hpp"
#include "encodings/detail/once.hpp"
#include "encodings/detail/pco_chunk.hpp"
#include "encodings/detail/stored_rows.hpp"

namespace gyre {

/// Numbers of 16 to 64 bits in the pco format, wrapped: chunks, whose pages are decoded one by one. Only the values of valid
/// rows are stored.
///
/// header     version of the format
/// chunks     a buffer each that describes them; read when one of their pages is first wanted
/// pages      a buffer each, those of the first chunk first
/// validity   optional child
/// Source     Vortex "vortex.pco"; metadata in schema/encodings.proto
struct Pco final : Array {
  struct Chunk {
    Buffer description;
    Once<PcoChunk> content{};
  };
  struct Page {
    Buffer bytes;
    const Chunk* chunk;
    std::uint64_t first_value, last_value;  ///< half open
  };
  explicit Pco(const ArrayParts& parts) : Array(parts) {}
  std::uint64_t values() const { return pages.empty() ? 0 : pages.back().last_value; }

  Buffer header;
  std::deque<Chunk> chunks;
  std::vector<Page> pages;
  ArrayRef validity;
  Once<ValidCounts> valid_counts;
};

extern const Encoding pco_encoding;

}  // namespace gyre
