#include "encodings/zigzag.hpp"

#include "encodings/packed_nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

PType unsigned_of(PType ptype) {
  return static_cast<PType>(static_cast<unsigned>(ptype) - static_cast<unsigned>(PType::i8));
}

/// The stored form of a column of signed integers.
Column zigzagged(const Column& plain) {
  std::vector<std::optional<Int256>> words;
  const auto dtype = DType::primitive(unsigned_of(plain.dtype.ptype()), plain.dtype.nullable());
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    if (!plain.is_valid(row)) {
      words.emplace_back();
      continue;
    }
    const auto value = scalar_at(plain, row).word().low64();
    const auto doubled = static_cast<std::uint64_t>(value) << 1;
    words.emplace_back(Int256::of(value < 0 ? ~doubled : doubled));
  }
  return with_small_word(word_bytes(dtype), [&]<Word W>(W) {
    for (auto& word : words)
      if (word) word = zero_extend(truncate<W>(*word));
    return word_column(words, dtype);
  });
}

EncodedArray zigzag(EncodedArray child) {
  return node("vortex.zigzag", {}, {}, {std::move(child)});
}

}  // namespace

TEST_CASE("zigzag: answers every question as its plain form does", "[encodings][zigzag]") {
  const auto ptype = GENERATE(PType::i8, PType::i16, PType::i32, PType::i64);
  for (const auto& plain : samples(DType::primitive(ptype, true)))
    check_conformance(zigzag(plain_node(zigzagged(plain))), plain);
}

TEST_CASE("zigzag: reads packed children, and children without values", "[encodings][zigzag]") {
  const auto dtype = DType::primitive(PType::i32, true);
  const auto plain = sample(dtype, 3000, Pattern::small, Nulls::some);
  check_conformance(zigzag(packed_node(zigzagged(plain), {.width = 6, .offset = 9})), plain);
  check_conformance(zigzag(constant_node({}, DType::primitive(PType::u32, true))),
                    sample(dtype, 3000, Pattern::small, Nulls::all));
}

TEST_CASE("zigzag: the largest numbers keep their sign", "[encodings][zigzag]") {
  const auto dtype = DType::primitive(PType::i64);
  check_conformance(
      zigzag(integers<std::uint64_t>({0, 1, 2, ~std::uint64_t{0}, ~std::uint64_t{1}}, PType::u64)),
      column_of<std::int64_t>({0, -1, 1, INT64_MIN, INT64_MAX}, dtype));
}

TEST_CASE("zigzag: a node that lies is refused", "[encodings][zigzag]") {
  auto dtype = DType::primitive(PType::i16);
  auto lie = zigzag(integers({1, 2, 3}, PType::u16));
  SECTION("an unsigned type") { dtype = DType::primitive(PType::u16); }
  SECTION("floats") { dtype = DType::primitive(PType::f32); }
  SECTION("text") { dtype = DType::utf8(); }
  SECTION("a child of a narrower type") { lie.children[0] = integers({1, 2, 3}, PType::u8); }
  SECTION("null rows of a type without nulls") {
    lie.children[0] = constant_node({}, DType::primitive(PType::u16, true));
  }
  SECTION("no child") { lie.children.clear(); }
  SECTION("two children") { lie.children.push_back(lie.children[0]); }
  SECTION("a child of fewer rows") { lie.children[0] = integers({1, 2}, PType::u16); }
  check_refused(lie, dtype, 3, Code::corrupt);
}
