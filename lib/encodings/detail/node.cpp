#include "encodings/detail/node.hpp"

#include <algorithm>
#include <bit>

#include "base/bits.hpp"
#include "dtype/text.hpp"
#include "encodings/detail/unpack.hpp"

namespace gyre {

std::unexpected<Error> wrong_dtype(const ArrayParts& parts) {
  return fail(Code::corrupt, "{}: cannot hold {}", parts.id(), to_text(parts.dtype));
}

Result<void> expect_children(const ArrayParts& parts, std::size_t least, std::size_t most) {
  const auto children = parts.children();
  if (children >= least && children <= most) return {};
  if (least == most)
    return fail(Code::corrupt, "{}: {} children, expected {}", parts.id(), children, least);
  return fail(Code::corrupt, "{}: {} children, expected {} to {}", parts.id(), children, least,
              most);
}

Result<std::uint64_t> bytes_of(const ArrayParts& parts, std::uint64_t count, std::uint64_t width) {
  if (const auto bytes = checked_multiply(count, width)) return *bytes;
  return fail(Code::corrupt, "{}: {} values of {} bytes are too many", parts.id(), count, width);
}

Result<std::uint64_t> blocks_of(const ArrayParts& parts, std::uint64_t offset) {
  if (offset >= block_values)
    return fail(Code::corrupt, "{}: starts at row {} of a block", parts.id(), offset);
  const auto end = checked_add(parts.rows, offset);
  if (!end) return fail(Code::corrupt, "{}: {} rows are too many", parts.id(), parts.rows);
  return div_ceil(*end, std::uint64_t{block_values});
}

EncodedArray make_node(std::string_view encoding, Buffer metadata) {
  return {.encoding = encoding, .metadata = std::move(metadata), .buffers = {}, .children = {}};
}

void append_buffer(EncodedArray& node, Buffer bytes, unsigned width) {
  constexpr unsigned largest_alignment = 16;
  const auto alignment = std::min(width, largest_alignment);
  node.buffers.push_back({std::move(bytes), static_cast<unsigned>(std::countr_zero(alignment))});
}

}  // namespace gyre
