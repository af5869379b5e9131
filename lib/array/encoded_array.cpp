#include "array/encoded_array.hpp"

#include <algorithm>
#include <cstring>

#include "base/bits.hpp"
#include "base/words.hpp"
#include "wire/array_generated.h"

namespace gyre {
namespace {

constexpr unsigned max_depth = 64;
constexpr unsigned max_tables = 1'000'000;
constexpr unsigned max_alignment_exponent = 15;
constexpr std::size_t tree_alignment = 8;

struct Parser {
  std::span<const Buffer> buffers;
  std::span<const std::uint8_t> exponents;
  const Buffer& tree;
  std::span<const std::string_view> ids;
  std::size_t parts_left = max_tables;

  Result<EncodedArray> node(const wire::ArrayNode& from, unsigned depth) {
    if (depth > max_depth)
      return fail(Code::corrupt, "array tree: deeper than {} levels", max_depth);
    if (from.encoding() >= ids.size())
      return fail(Code::corrupt, "array tree: encoding {} of {} in the footer", from.encoding(),
                  ids.size());
    EncodedArray array;
    array.encoding = ids[from.encoding()];
    if (const auto* metadata = from.metadata(); metadata && metadata->size() > 0) {
      const auto* at = reinterpret_cast<const std::byte*>(metadata->data());
      array.metadata = tree.slice(static_cast<std::size_t>(at - tree.data()), metadata->size());
    }
    if (const auto* numbers = from.buffers()) {
      // Nodes may share one list of buffers, so that a small tree could ask for any number of them.
      if (numbers->size() > parts_left)
        return fail(Code::corrupt, "array tree: over {} buffers in its nodes", max_tables);
      parts_left -= numbers->size();
      array.buffers.reserve(numbers->size());
      for (const auto number : *numbers) {
        if (number >= buffers.size())
          return fail(Code::corrupt, "array tree: {}: buffer {} of {}", array.encoding, number,
                      buffers.size());
        array.buffers.push_back({buffers[number], exponents[number]});
      }
    }
    if (const auto* children = from.children()) {
      array.children.reserve(children->size());
      for (const auto* child : *children)
        array.children.push_back(GYRE_TRY(node(*child, depth + 1)));
    }
    return array;
  }
};

struct Writer {
  std::vector<std::string_view>& ids;
  flatbuffers::FlatBufferBuilder builder{1024};
  std::vector<wire::Buffer> descriptors;
  Segment segment;

  void pad(std::uint64_t to) {
    if (to == segment.size_bytes) return;
    auto zeros = MutableBuffer::zeroed(static_cast<std::size_t>(to - segment.size_bytes));
    segment.pieces.push_back(std::move(zeros).freeze());
    segment.size_bytes = to;
  }

  Result<void> add_buffers(const EncodedArray& node) {
    for (const auto& part : node.buffers) {
      if (part.bytes.size() > UINT32_MAX)
        return fail(Code::unsupported, "{}: a buffer of {} bytes; at most 4 GiB fit", node.encoding,
                    part.bytes.size());
      const auto at = round_up(segment.size_bytes, std::uint64_t{1} << part.alignment_exponent);
      const auto padding = static_cast<std::uint16_t>(at - segment.size_bytes);
      pad(at);
      descriptors.emplace_back(padding, static_cast<std::uint8_t>(part.alignment_exponent),
                               wire::Compression::None,
                               static_cast<std::uint32_t>(part.bytes.size()));
      segment.alignment_exponent = std::max(segment.alignment_exponent, part.alignment_exponent);
      if (!part.bytes.empty()) segment.pieces.push_back(part.bytes);
      segment.size_bytes += part.bytes.size();
    }
    for (const auto& child : node.children) GYRE_TRY(add_buffers(child));
    if (descriptors.size() > UINT16_MAX)
      return fail(Code::unsupported, "{}: over {} buffers in one array", node.encoding, UINT16_MAX);
    return {};
  }

  std::uint16_t id_number(std::string_view id) {
    auto found = std::ranges::find(ids, id);
    if (found == ids.end()) found = ids.insert(ids.end(), id);
    return static_cast<std::uint16_t>(found - ids.begin());
  }

  /// `first_buffer` counts buffers in pre-order, as add_buffers laid them out.
  flatbuffers::Offset<wire::ArrayNode> node(const EncodedArray& from, std::uint16_t& first_buffer) {
    std::vector<std::uint16_t> numbers;
    for (std::size_t i = 0; i < from.buffers.size(); ++i) numbers.push_back(first_buffer++);
    std::vector<flatbuffers::Offset<wire::ArrayNode>> children;
    for (const auto& child : from.children) children.push_back(node(child, first_buffer));
    const auto number = id_number(from.encoding);
    const auto metadata = builder.CreateVector(
        reinterpret_cast<const std::uint8_t*>(from.metadata.data()), from.metadata.size());
    const auto children_at = builder.CreateVector(children);
    const auto numbers_at = builder.CreateVector(numbers);
    return wire::CreateArrayNode(builder, number, metadata, children_at, numbers_at);
  }

  Result<Segment> run(const EncodedArray& root) {
    GYRE_TRY(add_buffers(root));
    std::uint16_t first_buffer = 0;
    const auto root_at = node(root, first_buffer);
    const auto buffers_at = builder.CreateVectorOfStructs(descriptors);
    builder.Finish(wire::CreateArray(builder, root_at, buffers_at));
    pad(round_up(segment.size_bytes, std::uint64_t{tree_alignment}));
    auto tail = MutableBuffer::uninitialized(0);
    tail.append(std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize())));
    tail.append_value(static_cast<std::uint32_t>(builder.GetSize()));
    segment.size_bytes += tail.size();
    segment.pieces.push_back(std::move(tail).freeze());
    return std::move(segment);
  }
};

}  // namespace

std::uint64_t EncodedArray::size_bytes() const {
  std::uint64_t size = 0;
  for (const auto& part : buffers) size += part.bytes.size();
  for (const auto& child : children) size += child.size_bytes();
  return size;
}

Result<EncodedArray> parse_segment(const Buffer& segment, std::span<const std::string_view> ids) {
  constexpr std::size_t length_bytes = sizeof(std::uint32_t);
  if (segment.size() < length_bytes)
    return fail(Code::corrupt, "array: {} bytes are too few for a segment", segment.size());
  const auto before_length = segment.size() - length_bytes;
  const auto tree_bytes = load<std::uint32_t>(segment.data() + before_length);
  if (tree_bytes > before_length)
    return fail(Code::corrupt, "array tree: {} bytes in a segment of {}", tree_bytes,
                segment.size());
  const auto tree_at = before_length - tree_bytes;
  auto tree = segment.slice(tree_at, tree_bytes);
  if (!tree.aligned(tree_alignment)) tree = Buffer::copy(tree.bytes());

  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(tree.data()), tree.size(),
                                 max_depth * 2, max_tables);
  if (!verifier.VerifyBuffer<wire::Array>(nullptr))
    return fail(Code::corrupt, "array tree: not a valid flatbuffer");
  const auto* array = flatbuffers::GetRoot<wire::Array>(tree.data());
  if (!array->root()) return fail(Code::corrupt, "array tree: no root");

  std::vector<Buffer> buffers;
  std::vector<std::uint8_t> exponents;
  std::size_t at = 0;
  if (const auto* descriptors = array->buffers()) {
    for (const auto* descriptor : *descriptors) {
      if (descriptor->compression() != wire::Compression::None)
        return fail(Code::unsupported, "array: buffer {} is compressed", buffers.size());
      if (descriptor->alignment_exponent() > max_alignment_exponent)
        return fail(Code::corrupt, "array: buffer {} asks for an alignment of 2^{}", buffers.size(),
                    descriptor->alignment_exponent());
      const auto room = tree_at - at;
      if (descriptor->padding() > room || descriptor->length() > room - descriptor->padding())
        return fail(Code::corrupt, "array: buffer {} ends past the {} bytes of data",
                    buffers.size(), tree_at);
      at += descriptor->padding();
      buffers.push_back(segment.slice(at, descriptor->length()));
      exponents.push_back(descriptor->alignment_exponent());
      at += descriptor->length();
    }
  }
  return Parser{buffers, exponents, tree, ids}.node(*array->root(), 1);
}

Result<Segment> write_segment(const EncodedArray& root, std::vector<std::string_view>& ids) {
  return Writer{ids, flatbuffers::FlatBufferBuilder{1024}, {}, {}}.run(root);
}

}  // namespace gyre
