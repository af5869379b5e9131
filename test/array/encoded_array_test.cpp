#include "array/encoded_array.hpp"

#include "support/bytes.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"
#include "support/samples.hpp"
#include "support/segment.hpp"
#include "wire/array_generated.h"

namespace gyre {
namespace {

EncodedArray leaf(std::string_view encoding, std::string_view text, unsigned exponent) {
  return {encoding, test::bytes("08 01"), {{Buffer::copy(text), exponent}}, {}};
}

EncodedArray tree() {
  EncodedArray root{"test.root", {}, {}, {}};
  root.buffers.push_back({Buffer::copy("first"), 0});
  root.buffers.push_back({Buffer(), 3});
  root.children.push_back(leaf("test.leaf", "left", 6));
  root.children.push_back(leaf("test.leaf", "right", 4));
  root.children[1].children.push_back({"test.root", {}, {}, {}});
  return root;
}

Buffer joined(const Segment& segment) {
  MutableBuffer bytes;
  for (const auto& piece : segment.pieces) bytes.append(piece.bytes());
  return std::move(bytes).freeze();
}

bool same(const EncodedArray& a, const EncodedArray& b) {
  if (a.encoding != b.encoding || a.metadata.text() != b.metadata.text()) return false;
  if (a.buffers.size() != b.buffers.size() || a.children.size() != b.children.size()) return false;
  for (std::size_t i = 0; i < a.buffers.size(); ++i)
    if (a.buffers[i].bytes.text() != b.buffers[i].bytes.text() ||
        a.buffers[i].alignment_exponent != b.buffers[i].alignment_exponent)
      return false;
  for (std::size_t i = 0; i < a.children.size(); ++i)
    if (!same(a.children[i], b.children[i])) return false;
  return true;
}

EncodedArray nested(unsigned levels) {
  EncodedArray node{"test.root", {}, {}, {}};
  for (unsigned i = 1; i < levels; ++i) {
    EncodedArray parent{"test.root", {}, {}, {}};
    parent.children.push_back(std::move(node));
    node = std::move(parent);
  }
  return node;
}

/// Touches every byte that a parsed tree leads to.
unsigned touch(const EncodedArray& node) {
  unsigned sum = static_cast<unsigned>(node.encoding.size());
  for (const auto byte : node.metadata.bytes()) sum += std::to_integer<unsigned>(byte);
  for (const auto& part : node.buffers)
    for (const auto byte : part.bytes.bytes()) sum += std::to_integer<unsigned>(byte);
  for (const auto& child : node.children) sum += touch(child);
  return sum;
}

TEST_CASE("segment: a tree that is written parses to the same tree", "[array][segment]") {
  CHECK(same(test::reparsed(tree()), tree()));
  CHECK(same(test::reparsed(tree(), 1), tree()));
  CHECK(tree().size_bytes() == 14);
}

TEST_CASE("segment: buffers lie at their alignment, counted from its start", "[array][segment]") {
  std::vector<std::string_view> ids;
  const auto segment = test::must(write_segment(tree(), ids));
  CHECK(segment.alignment_exponent == 6);
  const auto bytes = joined(segment);
  CHECK(bytes.size() == segment.size_bytes);
  const auto parsed = test::must(parse_segment(bytes, ids));
  const auto offset = [&](const EncodedArray& node) {
    return node.buffers[0].bytes.data() - bytes.data();
  };
  CHECK(offset(parsed.children[0]) % 64 == 0);
  CHECK(offset(parsed.children[1]) % 16 == 0);
}

TEST_CASE("segment: ids are added to the footer's once each", "[array][segment]") {
  std::vector<std::string_view> ids{"test.other", "test.leaf"};
  test::must(write_segment(tree(), ids));
  CHECK(ids == std::vector<std::string_view>{"test.other", "test.leaf", "test.root"});
}

TEST_CASE("segment: 64 levels are read and 65 are not", "[array][segment]") {
  std::vector<std::string_view> ids;
  const auto most = joined(test::must(write_segment(nested(64), ids)));
  const auto deeper = joined(test::must(write_segment(nested(65), ids)));
  test::must(parse_segment(most, ids));
  CHECK(test::refused(parse_segment(deeper, ids)).code == Code::corrupt);
}

TEST_CASE("segment: an encoding past the footer's list is corrupt", "[array][segment]") {
  std::vector<std::string_view> ids;
  const auto bytes = joined(test::must(write_segment(tree(), ids)));
  CHECK(test::refused(parse_segment(bytes, std::span(ids).first(1))).code == Code::corrupt);
}

TEST_CASE("segment: one that was cut short is refused, or leads to no byte outside it",
          "[array][segment]") {
  std::vector<std::string_view> ids;
  const auto bytes = joined(test::must(write_segment(tree(), ids)));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    // A copy of its own, so that the address sanitizer sees a read past the end.
    const auto cut = Buffer::copy(bytes.bytes().first(size));
    if (const auto parsed = parse_segment(cut, ids)) touch(*parsed);
  }
  CHECK(test::refused(parse_segment({}, ids)).code == Code::corrupt);
  CHECK(test::refused(parse_segment(bytes.slice(0, 3), ids)).code == Code::corrupt);
  CHECK_FALSE(parse_segment(bytes.slice(0, bytes.size() - 4), ids));
}

TEST_CASE("segment: damage is refused, or leads to no byte outside the segment",
          "[array][segment]") {
  std::vector<std::string_view> ids;
  const auto bytes = joined(test::must(write_segment(tree(), ids)));
  test::Random random(9);
  unsigned refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    auto damaged = MutableBuffer::uninitialized(0);
    damaged.append(bytes.bytes());
    for (auto flips = 1 + random.below(4); flips > 0; --flips)
      damaged.data()[random.below(bytes.size())] = static_cast<std::byte>(random.next());
    const auto parsed = parse_segment(std::move(damaged).freeze(), ids);
    if (parsed) {
      touch(*parsed);
      continue;
    }
    ++refused;
    if (parsed.error().code != Code::corrupt && parsed.error().code != Code::unsupported)
      FAIL(parsed.error().message);
  }
  CHECK(refused > 1000);
}

TEST_CASE("segment: nodes that share one long list of buffers do not multiply it without end",
          "[array][segment]") {
  flatbuffers::FlatBufferBuilder builder;
  const auto shared = builder.CreateVector(std::vector<std::uint16_t>(60'000, 0));
  auto node = wire::CreateArrayNode(builder, 0, 0, 0, shared);
  for (int level = 0; level < 12; ++level) {
    const auto children = builder.CreateVector(std::vector(2, node));
    node = wire::CreateArrayNode(builder, 0, 0, children, shared);
  }
  const std::vector<wire::Buffer> descriptors(1);
  const auto buffers = builder.CreateVectorOfStructs(descriptors);
  builder.Finish(wire::CreateArray(builder, node, buffers));
  MutableBuffer bytes;
  bytes.append(std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize())));
  bytes.append_value(static_cast<std::uint32_t>(builder.GetSize()));
  const std::vector<std::string_view> ids{"test.root"};
  CHECK(test::refused(parse_segment(std::move(bytes).freeze(), ids)).code == Code::corrupt);
}

}  // namespace
}  // namespace gyre
