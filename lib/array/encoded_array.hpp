#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/buffer.hpp"
#include "base/result.hpp"

namespace gyre {

/// One node of a serialized array tree: as parsed from a segment, or about to be written into one.
///
/// Neither dtype nor rows are stored; a node's parent knows them.
struct EncodedArray {
  struct Part {
    Buffer bytes;
    unsigned alignment_exponent = 0;  ///< log2 of the alignment that the bytes ask for
  };

  /// As files spell it: "vortex.runend". Owned by the file's footer, or a literal.
  std::string_view encoding;
  Buffer metadata;
  std::vector<Part> buffers;
  std::vector<EncodedArray> children;

  /// Bytes of all buffers of the tree.
  std::uint64_t size_bytes() const;
};

/// Parses one segment: buffers, array tree, length. Buffers are slices of `segment`. `ids` are the footer's array ids.
///
/// Errors   Code::corrupt: tree or buffers outside the segment, an index out of range, more than 64 levels
/// Source   schema/array.fbs
Result<EncodedArray> parse_segment(const Buffer& segment, std::span<const std::string_view> ids);

/// A segment ready to be written.
struct Segment {
  std::vector<Buffer> pieces;  ///< in order, padding among them
  std::uint64_t size_bytes = 0;
  unsigned alignment_exponent = 3;
};

/// Lays out a tree as one segment. Ids that `ids` (the footer's list) lacks are appended to it.
///
/// Errors   Code::unsupported: a buffer of 4 GiB or more, over 65,535 buffers
Result<Segment> write_segment(const EncodedArray& root, std::vector<std::string_view>& ids);

}  // namespace gyre
