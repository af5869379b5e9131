#include "encodings/decimal_byte_parts_v2.hpp"

#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

/// Decimals cut into a top part and `lower` parts of 64 bits. Values have to fit them.
EncodedArray parts_node(const Column& plain, std::size_t lower) {
  std::vector<std::vector<std::optional<Int256>>> columns(lower + 1);
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    const bool valid = plain.is_valid(row);
    const auto word = valid ? scalar_at(plain, row).word() : Int256::of(std::int64_t{-1});
    columns[0].emplace_back();
    if (valid) columns[0].back() = Int256::of(static_cast<std::int64_t>(word.limb[lower]));
    for (std::size_t i = 0; i < lower; ++i)
      columns[i + 1].emplace_back(Int256::of(word.limb[lower - 1 - i]));
  }
  ProtobufWriter meta;
  meta.number(1, static_cast<unsigned>(PType::i64));
  for (std::size_t i = 0; i < lower; ++i)
    meta.optional_number(2, static_cast<unsigned>(PType::u64));
  auto array = node("vortex.decimal_byte_parts.v2", meta.finish(), {});
  array.children.push_back(
      plain_node(word_column(columns[0], DType::primitive(PType::i64, plain.dtype.nullable()))));
  for (std::size_t i = 0; i < lower; ++i)
    array.children.push_back(plain_node(word_column(columns[i + 1], DType::primitive(PType::u64))));
  return array;
}

bool fits(const Column& plain, std::size_t lower) {
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    if (!plain.is_valid(row)) continue;
    const auto word = scalar_at(plain, row).word();
    const auto sign = word.negative() ? ~std::uint64_t{0} : 0;
    if (((word.limb[lower] ^ sign) >> 63) != 0) return false;
    for (auto i = lower + 1; i < 4; ++i)
      if (word.limb[i] != sign) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("decimal byte parts v2: answer every question as their plain form does",
          "[encodings][decimal_byte_parts_v2]") {
  const auto precision = GENERATE(5u, 18u, 38u, 76u);
  const auto lower = GENERATE(std::size_t{0}, 1, 2, 3);
  std::size_t checked = 0;
  for (const auto& plain : samples(DType::decimal(precision, 2, true))) {
    if (!fits(plain, lower)) continue;
    check_conformance(parts_node(plain, lower), plain);
    ++checked;
  }
  CHECK(checked > 0);
}

TEST_CASE("decimal byte parts v2: a lower part counts 64 bits whatever type holds it",
          "[encodings][decimal_byte_parts_v2]") {
  ProtobufWriter meta;
  meta.number(1, static_cast<unsigned>(PType::i8));
  for (const auto ptype : {PType::u16, PType::u8, PType::u32})
    meta.optional_number(2, static_cast<unsigned>(ptype));
  const auto array = node("vortex.decimal_byte_parts.v2", meta.finish(), {},
                          {integers({-1, 0, 2}, PType::i8), integers({65'535, 0, 1}, PType::u16),
                           integers({255, 1, 2}, PType::u8), integers({7, 8, 9}, PType::u32)});
  const std::vector<std::optional<Int256>> expected{
      Int256::make(7, 255, 65'535, UINT64_MAX), Int256::make(8, 1, 0, 0), Int256::make(9, 2, 1, 2)};
  check_conformance(array, word_column(expected, DType::decimal(76, 0)));
}

TEST_CASE("decimal byte parts v2: all rows may be null", "[encodings][decimal_byte_parts_v2]") {
  const auto dtype = DType::decimal(38, 2, true);
  const auto plain = word_column(std::vector<std::optional<Int256>>(1025), dtype);
  auto array = parts_node(plain, 1);
  array.children[0] = constant_node({}, DType::primitive(PType::i64, true));
  check_conformance(array, plain);
}

TEST_CASE("decimal byte parts v2: a node that lies is refused",
          "[encodings][decimal_byte_parts_v2]") {
  auto dtype = DType::decimal(38, 2);
  std::uint64_t rows = 2;
  auto lie =
      parts_node(word_column({Int256::of(std::int64_t{-5}), Int256::make(1, 2, 0, 0)}, dtype), 1);
  const auto message = [&](PType top, std::initializer_list<PType> lower) {
    ProtobufWriter meta;
    meta.number(1, static_cast<unsigned>(top));
    for (const auto ptype : lower) meta.optional_number(2, static_cast<unsigned>(ptype));
    lie.metadata = meta.finish();
  };
  SECTION("integers") { dtype = DType::primitive(PType::i64); }
  SECTION("an unsigned top") { message(PType::u64, {PType::u64}); }
  SECTION("a float top") { message(PType::f64, {PType::u64}); }
  SECTION("a signed lower part") { message(PType::i64, {PType::i64}); }
  SECTION("a float lower part") { message(PType::i64, {PType::f64}); }
  SECTION("another width") { message(PType::i64, {PType::u8, PType::u64}); }
  SECTION("no lower part") { message(PType::i64, {}); }
  SECTION("four lower parts") {
    message(PType::i64, {PType::u64, PType::u64, PType::u64, PType::u64});
    lie.children.resize(5, lie.children[1]);
  }
  SECTION("null lower parts") {
    lie.children[1] = constant_node({}, DType::primitive(PType::u64, true));
  }
  SECTION("a child too many") { lie.children.push_back(lie.children[1]); }
  SECTION("a child missing") { lie.children.pop_back(); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("more rows than there are") { rows = 3; }
  check_refused(lie, dtype, rows, Code::corrupt);
}
