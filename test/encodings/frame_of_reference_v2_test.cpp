#include "encodings/frame_of_reference_v2.hpp"

#include "encodings/packed_nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

enum class Child : std::uint8_t { plain, packed };

/// Each block less a number of its own, wrapping.
EncodedArray framed_v2(const Column& plain, std::uint64_t offset, Child child) {
  auto shifted = plain;
  std::vector<std::optional<Int256>> references;
  const auto blocks = (plain.rows + offset + block_values - 1) / block_values;
  with_small_word(word_bytes(plain.dtype), [&]<Word W>(W) {
    Random random(offset);
    std::vector<W> less;
    for (std::uint64_t block = 0; block < blocks; ++block) {
      less.push_back(static_cast<W>(random.next()));
      references.emplace_back(widen(plain.dtype, less.back()));
    }
    auto words = MutableBuffer::uninitialized(plain.rows * sizeof(W));
    for (std::uint64_t row = 0; row < plain.rows; ++row)
      words.as<W>()[row] =
          static_cast<W>(plain.buffers[0].as<W>()[row] - less[(row + offset) / block_values]);
    shifted.buffers[0] = std::move(words).freeze();
  });
  const auto width = 8 * word_bytes(plain.dtype);
  auto encoded =
      child == Child::plain
          ? plain_node(shifted)
          : packed_node(shifted, {.width = width, .offset = static_cast<unsigned>(offset)});
  return node(
      "fastlanes.for.v2", numbers({offset}), {},
      {std::move(encoded), plain_node(word_column(references, plain.dtype.with_nullable(false)))});
}

}  // namespace

TEST_CASE("frame of reference v2: answers every question as its plain form does",
          "[encodings][frame_of_reference_v2]") {
  const auto ptype = GENERATE(PType::i8, PType::u16, PType::i32, PType::u64);
  const auto child = GENERATE(Child::plain, Child::packed);
  for (const auto& plain : samples(DType::primitive(ptype, true)))
    check_conformance(framed_v2(plain, 0, child), plain);
}

TEST_CASE("frame of reference v2: rows may start anywhere in a block, and frames nest",
          "[encodings][frame_of_reference_v2]") {
  const auto child = GENERATE(Child::plain, Child::packed);
  const auto offset = GENERATE(std::uint64_t{1}, 500, 1023);
  for (const std::uint64_t rows : {0, 1, 1023, 1024, 1025, 3000}) {
    const auto plain =
        sample(DType::primitive(PType::i32, true), rows, Pattern::full_range, Nulls::some);
    check_conformance(framed_v2(plain, offset, child), plain);
    const auto zero = write_value({Int256::of(std::int64_t{0})}, plain.dtype);
    check_conformance(node("fastlanes.for", zero, {}, {framed_v2(plain, offset, child)}), plain);
  }
}

TEST_CASE("frame of reference v2: all rows may be null", "[encodings][frame_of_reference_v2]") {
  const auto dtype = DType::primitive(PType::i32, true);
  const auto plain = word_column(std::vector<std::optional<Int256>>(1025), dtype);
  auto array = framed_v2(plain, 7, Child::plain);
  array.children[0] = constant_node({}, dtype);
  check_conformance(array, plain);
}

TEST_CASE("frame of reference v2: a node that lies is refused",
          "[encodings][frame_of_reference_v2]") {
  auto dtype = DType::primitive(PType::i32);
  std::uint64_t rows = 2000;
  auto lie = framed_v2(sample(dtype, rows, Pattern::small, Nulls::none), 40, Child::plain);
  SECTION("floats") { dtype = DType::primitive(PType::f32); }
  SECTION("text") { dtype = DType::utf8(); }
  SECTION("a child missing") { lie.children.pop_back(); }
  SECTION("a child too many") { lie.children.push_back(lie.children[0]); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, 1); }
  SECTION("an offset past the first block") { lie.metadata = numbers({1024}); }
  SECTION("an offset that wraps") { lie.metadata = numbers({UINT64_MAX}); }
  SECTION("a block without reference") { lie.metadata = numbers({50}); }
  SECTION("more rows than there are") { rows = 2001; }
  SECTION("as many rows as there are numbers") { rows = UINT64_MAX; }
  SECTION("references of null") { lie.children[1] = constant_node({}, dtype.with_nullable(true)); }
  SECTION("references of another width") { lie.children[1] = integers({1, 2}, PType::i16); }
  check_refused(lie, dtype, rows, Code::corrupt);
}
