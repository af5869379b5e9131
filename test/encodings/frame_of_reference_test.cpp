#include "encodings/frame_of_reference.hpp"

#include "encodings/packed_nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

std::optional<std::uint64_t> estimated(const Column& plain) {
  return frame_of_reference_encoding.estimate(plain, PlainChildren());
}

/// `plain` less `reference`, wrapping; what null rows hold stays.
Column less(const Column& plain, std::uint64_t reference) {
  auto shifted = plain;
  with_small_word(word_bytes(plain.dtype), [&]<Word W>(W) {
    auto words = MutableBuffer::uninitialized(plain.rows * sizeof(W));
    for (std::uint64_t row = 0; row < plain.rows; ++row)
      words.as<W>()[row] =
          static_cast<W>(plain.buffers[0].as<W>()[row] - static_cast<W>(reference));
    shifted.buffers[0] = std::move(words).freeze();
  });
  return shifted;
}

EncodedArray framed(const Int256& reference, const DType& dtype, EncodedArray child) {
  return node("fastlanes.for", write_value({reference}, dtype), {}, {std::move(child)});
}

}  // namespace

TEST_CASE("frame of reference: what is stored answers every question as its plain form does",
          "[encodings][frame_of_reference]") {
  const auto ptype = GENERATE(PType::i8, PType::u16, PType::i32, PType::u64);
  for (const auto& plain : samples(DType::primitive(ptype, true)))
    check_encoder(frame_of_reference_encoding, plain);
}

TEST_CASE("frame of reference: adds to children of any encoding, and wraps",
          "[encodings][frame_of_reference]") {
  const auto dtype = DType::primitive(PType::i32, true);
  const auto reference = GENERATE(std::int64_t{1}, INT32_MIN, INT32_MAX, 40'000);
  const auto pattern = GENERATE(Pattern::small, Pattern::full_range);
  for (const std::uint64_t rows : {0, 1, 1024, 2500}) {
    const auto plain = sample(dtype, rows, pattern, Nulls::some);
    const auto shifted = less(plain, static_cast<std::uint64_t>(reference));
    const auto base = Int256::of(reference);
    check_conformance(framed(base, dtype, plain_node(shifted)), plain);
    check_conformance(framed(base, dtype, packed_node(shifted, {.width = 32, .offset = 3})), plain);
    // Two frames, one in the other.
    const auto again = less(shifted, 100);
    const auto inner =
        framed(Int256::of(std::int64_t{100}), dtype, packed_node(again, {.width = 28}));
    check_conformance(framed(base, dtype, inner), plain);
  }
}

TEST_CASE("frame of reference: all rows may be null", "[encodings][frame_of_reference]") {
  const auto dtype = DType::primitive(PType::i32, true);
  check_conformance(framed(Int256::of(std::int64_t{5}), dtype, constant_node({}, dtype)),
                    sample(dtype, 2000, Pattern::small, Nulls::all));
}

TEST_CASE("frame of reference: is offered where the least value is not zero",
          "[encodings][frame_of_reference]") {
  std::vector<std::optional<std::int64_t>> values(1024, -7);
  values[5] = 8;
  const auto dtype = DType::primitive(PType::i64);
  const auto bytes = estimated(column_of(values, dtype));
  REQUIRE(bytes);
  CHECK(*bytes >= 8 + 2);  // no bits, one patch
  values[6] = 100;
  values[7] = 1'000'000;
  const auto plain = column_of(values, dtype);
  const auto encoded = check_encoder(frame_of_reference_encoding, plain);
  CHECK(encoded.size_bytes() < 60);
  CHECK(estimated(plain) >= encoded.size_bytes());

  CHECK_FALSE(estimated(column_of<int>({0, 3, 5}, DType::primitive(PType::u8))));
  CHECK_FALSE(
      estimated(sample(DType::primitive(PType::i64), 3000, Pattern::full_range, Nulls::none)));
  CHECK_FALSE(estimated(sample(dtype.with_nullable(true), 3000, Pattern::small, Nulls::all)));
  CHECK_FALSE(estimated(column_of<float>({3, 1, 4}, DType::primitive(PType::f32))));
}

TEST_CASE("frame of reference: a node that lies is refused", "[encodings][frame_of_reference]") {
  auto dtype = DType::primitive(PType::u16);
  auto lie = framed(Int256::of(std::int64_t{5}), dtype, integers({1, 2, 3}, PType::u16));
  SECTION("floats") { dtype = DType::primitive(PType::f16); }
  SECTION("no reference") { lie.metadata = {}; }
  SECTION("a reference of null") { lie.metadata = write_value({}, dtype.with_nullable(true)); }
  SECTION("a reference that its type does not hold") {
    lie.metadata = write_value({Int256::of(std::int64_t{70'000})}, DType::primitive(PType::u32));
  }
  SECTION("a reference cut short") { lie.metadata = lie.metadata.slice(0, 1); }
  SECTION("a child of a narrower type") { lie.children[0] = integers({1, 2, 3}, PType::u8); }
  SECTION("null rows of a type without nulls") {
    lie.children[0] = constant_node({}, dtype.with_nullable(true));
  }
  SECTION("no child") { lie.children.clear(); }
  SECTION("two children") { lie.children.push_back(lie.children[0]); }
  SECTION("a child of fewer rows") { lie.children[0] = integers({1, 2}, PType::u16); }
  check_refused(lie, dtype, 3, Code::corrupt);
}
