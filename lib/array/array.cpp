#include "array/array.hpp"

#include "array/encoding.hpp"

namespace gyre {
namespace {

constexpr unsigned max_depth = 64;

}  // namespace

Array::Array(const ArrayParts& parts)
    : encoding(parts.encoding()), dtype(parts.dtype), rows(parts.rows) {}

Result<Buffer> ArrayParts::buffer(std::size_t index, std::size_t alignment,
                                  std::uint64_t least_bytes) const {
  if (index >= buffers())
    return fail(Code::corrupt, "{}: {} buffers, expected {}", id(), buffers(), index + 1);
  const auto& bytes = node_.buffers[index].bytes;
  if (bytes.size() < least_bytes)
    return fail(Code::corrupt, "{}: buffer {} has {} bytes, expected {} for {} rows", id(), index,
                bytes.size(), least_bytes, rows);
  return bytes.aligned(alignment) ? bytes : Buffer::copy(bytes.bytes());
}

Result<ArrayRef> ArrayParts::child(std::size_t index, const DType& child_dtype,
                                   std::uint64_t child_rows) const {
  if (index >= children())
    return fail(Code::corrupt, "{}: {} children, expected {}", id(), children(), index + 1);
  return within(open_array(node_.children[index], child_dtype, child_rows, encodings_, depth_ + 1),
                "{}", id());
}

Result<ArrayRef> ArrayParts::validity(std::size_t index) const {
  if (index >= children()) return ArrayRef{};
  if (!dtype.nullable())
    return fail(Code::corrupt, "{}: a validity child, but the type is not nullable", id());
  return child(index, DType::boolean(), rows);
}

Result<ArrayRef> open_array(const EncodedArray& node, const DType& dtype, std::uint64_t rows,
                            const EncodingTable& encodings, unsigned depth) {
  if (depth > max_depth) return fail(Code::corrupt, "array: deeper than {} levels", max_depth);
  const auto* encoding = encodings.find(node.encoding);
  if (!encoding) return fail(Code::unsupported, "unknown encoding '{}'", node.encoding);
  return encoding->open(ArrayParts(node, dtype, rows, encodings, encoding, depth));
}

}  // namespace gyre
