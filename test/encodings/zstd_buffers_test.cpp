#include "encodings/zstd_buffers.hpp"

#include "encodings/packed_nodes.hpp"
#include "encodings/zstd_nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

/// The node with its buffers compressed; `rows` of its children are made up, as nobody needs them.
EncodedArray wrapped(const EncodedArray& inner) {
  ProtobufWriter meta;
  meta.text(1, inner.encoding).bytes(2, inner.metadata.bytes());
  for (const auto& part : inner.buffers) meta.optional_number(3, part.bytes.size());
  for (const auto& part : inner.buffers)
    meta.optional_number(4, std::uint64_t{1} << part.alignment_exponent);
  for (std::size_t i = 0; i < inner.children.size(); ++i) meta.optional_number(6, 1);
  auto array = node("vortex.zstd_buffers", meta.finish(), {}, inner.children);
  for (const auto& part : inner.buffers)
    array.buffers.push_back({zstd_frame(part.bytes.text()), 0});
  return array;
}

}  // namespace

TEST_CASE("zstd buffers: texts answer every question as their plain form does",
          "[encodings][zstd_buffers]") {
  for (const auto& plain : samples(DType::utf8(true)))
    check_conformance(wrapped(plain_node(plain)), plain);
}

TEST_CASE("zstd buffers: hold a node of any encoding, with metadata and children",
          "[encodings][zstd_buffers]") {
  for (const std::uint64_t rows : {0, 1, 1023, 1024, 1025}) {
    const auto plain =
        sample(DType::primitive(PType::u32, true), rows, Pattern::small, Nulls::some);
    check_conformance(wrapped(plain_node(plain)), plain);
    check_conformance(wrapped(packed_node(plain, {.width = 3, .offset = 7})), plain);
  }
}

TEST_CASE("zstd buffers: a node that lies is refused", "[encodings][zstd_buffers]") {
  const auto plain = sample(DType::primitive(PType::u32, true), 100, Pattern::small, Nulls::some);
  auto lie = wrapped(plain_node(plain));
  auto dtype = plain.dtype;
  auto code = Code::corrupt;
  const auto message = [&](std::string_view id, std::initializer_list<std::uint64_t> sizes,
                           std::uint64_t alignment, std::size_t children = 1) {
    ProtobufWriter meta;
    meta.text(1, id);
    for (const auto size : sizes) meta.optional_number(3, size).optional_number(4, alignment);
    for (std::size_t i = 0; i < children; ++i) meta.optional_number(6, 100);
    lie.metadata = meta.finish();
  };
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("an encoding that nobody knows") {
    message("vortex.primitiv", {400}, 4);
    code = Code::unsupported;
  }
  SECTION("no encoding") {
    message("", {400}, 4);
    code = Code::unsupported;
  }
  SECTION("another of its kind") { message("vortex.zstd_buffers", {400}, 4); }
  SECTION("no sizes") { message("vortex.primitive", {}, 4); }
  SECTION("a size too many") { message("vortex.primitive", {400, 400}, 4); }
  SECTION("another size") { message("vortex.primitive", {399}, 4); }
  SECTION("an alignment that is no power of two") { message("vortex.primitive", {400}, 12); }
  SECTION("no alignment") { message("vortex.primitive", {400}, 0); }
  SECTION("a huge alignment") { message("vortex.primitive", {400}, 1 << 20); }
  SECTION("another number of children") { message("vortex.primitive", {400}, 4, 2); }
  SECTION("over 2 GiB") {
    message("vortex.primitive", {(std::uint64_t{1} << 31) + 1}, 4);
    code = Code::unsupported;
  }
  SECTION("no zstd") { lie.buffers[0].bytes = Buffer::copy(std::string(400, 'a')); }
  SECTION("a buffer missing") { lie.buffers.clear(); }
  SECTION("a type that the encoding cannot hold") { dtype = DType::utf8(true); }
  SECTION("too few bytes for the rows") {
    lie.buffers[0].bytes = zstd_frame(std::string(396, 'a'));
    message("vortex.primitive", {396}, 4);
  }
  check_refused(lie, dtype, 100, code);
}
