#pragma once

#include <vector>

#include "array/encoding.hpp"
#include "encodings/detail/once.hpp"
#include "encodings/detail/stored_rows.hpp"

namespace gyre {

/// Numbers or texts in zstd frames. Only the values of valid rows are stored, and none lies in two frames.
///
/// frames       content of numbers: their words, little-endian; of texts: for each its length as u32, then its bytes
/// dictionary   for all frames; may be empty
/// validity     optional child
/// Source       Vortex "vortex.zstd"; metadata in schema/encodings.proto
struct Zstd final : Array {
  struct Frame {
    Buffer compressed;
    std::uint64_t size_bytes;               ///< of its content
    std::uint64_t first_value, last_value;  ///< half open
  };
  Zstd(const ArrayParts& parts, Buffer frames_dictionary, std::vector<Frame> all_frames,
       ArrayRef validity_child);
  std::uint64_t values() const { return frames.empty() ? 0 : frames.back().last_value; }

  Buffer dictionary;
  std::vector<Frame> frames;
  ArrayRef validity;
  Once<ValidCounts> valid_counts;
};

extern const Encoding zstd_encoding;

}  // namespace gyre
