#include "encodings/chunked.hpp"

#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

EncodedArray chunked(const Column& plain, const std::vector<std::uint64_t>& offsets) {
  auto array = node("vortex.chunked", {}, {}, {integers(offsets, PType::u64)});
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
    array.children.push_back(plain_node(slice(plain, offsets[i], offsets[i + 1])));
  return array;
}

std::vector<DType> dtypes() {
  const auto i32s = DType::primitive(PType::i32, true);
  const auto utf8 = DType::utf8(true);
  return {i32s,
          DType::primitive(PType::f64),
          DType::decimal(12, 2, true),
          DType::boolean(true),
          utf8,
          DType::null(),
          DType::extension("test.text", utf8, {}),
          DType::structure({{"a", i32s}, {"b", DType::list(utf8, true)}}, true),
          DType::list(DType::structure({{"a", utf8}}, true), true),
          DType::fixed_size_list(i32s, 3, true),
          DType::map(DType::utf8(), i32s, false, true)};
}

}  // namespace

TEST_CASE("chunked: answers every question as its plain form does", "[encodings][chunked]") {
  for (const auto& dtype : dtypes()) {
    const auto plain = sample(dtype, 5000, Pattern::full_range, Nulls::some);
    check_conformance(chunked(plain, {0, 5000}), plain);
    check_conformance(chunked(plain, {0, 1024, 2048, 5000}), plain);
    check_conformance(chunked(plain, {0, 1, 1, 3, 1000, 1007, 1030, 4999, 5000, 5000}), plain);
  }
}

TEST_CASE("chunked: values may be nested, with nulls at every level", "[encodings][chunked]") {
  for (const auto& plain : nested_samples(1300))
    check_conformance(chunked(plain, {0, 1, 1, 700, 1030, 1300}), plain);
}

TEST_CASE("chunked: may have no rows, in any number of chunks", "[encodings][chunked]") {
  for (const auto& dtype : dtypes()) {
    const auto plain = sample(dtype, 0, Pattern::small, Nulls::none);
    check_conformance(chunked(plain, {0}), plain);
    check_conformance(chunked(plain, {0, 0}), plain);
    check_conformance(chunked(plain, {0, 0, 0}), plain);
  }
}

TEST_CASE("chunked: chunks may be stored in different ways", "[encodings][chunked]") {
  SECTION("one of them null throughout") {
    for (const auto& dtype : dtypes()) {
      if (!dtype.nullable()) continue;
      const auto plain = sample(dtype, 1500, Pattern::small, Nulls::some);
      const auto nothing = sample(dtype, 1500, Pattern::small, Nulls::all);
      auto encoded = chunked(plain, {0, 1500});
      encoded.children[0] = integers({0, 1500, 3000}, PType::u64);
      encoded.children.push_back(constant_node({}, dtype));
      auto both = chunked(nothing, {0, 1500});
      both.children[0] = encoded.children[0];
      both.children.insert(both.children.begin() + 1, encoded.children[1]);
      const auto expected = must(read_back(both, dtype, 3000));
      check_conformance(encoded, expected);
    }
  }
  SECTION("all of them null throughout") {
    const auto dtype = DType::list(DType::utf8(), true);
    const auto null = constant_node({}, dtype);
    check_conformance(
        node("vortex.chunked", {}, {}, {integers({0, 10, 1030}, PType::u64), null, null}),
        sample(dtype, 1030, Pattern::small, Nulls::all));
  }
  SECTION("decimals of different widths") {
    const auto dtype = DType::decimal(20, 0, true);
    std::vector<std::optional<Int256>> words;
    for (std::int64_t row = 0; row < 60; ++row) words.emplace_back(Int256::of(row - 30));
    auto encoded = node("vortex.chunked", {}, {}, {integers({0, 20, 40, 60}, PType::u64)});
    for (std::int64_t first = 0; first < 60; first += 20) {
      std::vector<std::int64_t> part;
      for (auto row = first; row < first + 20; ++row) part.push_back(row - 30);
      const auto ptype = first == 0 ? PType::i8 : first == 20 ? PType::i64 : PType::i16;
      encoded.children.push_back(node("vortex.decimal_byte_parts",
                                      numbers({static_cast<unsigned>(ptype)}), {},
                                      {integers(part, ptype)}));
    }
    check_conformance(encoded, word_column(words, dtype));
  }
}

TEST_CASE("chunked: a node that lies is refused", "[encodings][chunked]") {
  const auto dtype = DType::primitive(PType::i32, true);
  const auto plain = sample(dtype, 100, Pattern::small, Nulls::some);
  auto lie = chunked(plain, {0, 30, 100});
  std::uint64_t rows = 100;
  SECTION("no children") { lie.children.clear(); }
  SECTION("offsets of another type") { lie.children[0] = integers({0, 30, 100}, PType::u32); }
  SECTION("an offset short") { lie.children[0] = integers({0, 30}, PType::u64); }
  SECTION("offsets that start late") { lie.children[0] = integers({1, 30, 100}, PType::u64); }
  SECTION("offsets that end early") { rows = 101; }
  SECTION("falling offsets") {
    lie = chunked(plain, {0, 30, 100, 100});
    lie.children[0] = integers({0, 100, 30, 100}, PType::u64);
  }
  SECTION("a chunk missing") { lie.children.pop_back(); }
  SECTION("a chunk too many") { lie.children.push_back(lie.children[1]); }
  SECTION("offsets of null") {
    lie.children[0] = constant_node({}, DType::primitive(PType::u64, true));
  }
  SECTION("a chunk with too few rows") { lie.children[0] = integers({0, 20, 100}, PType::u64); }
  SECTION("a chunk of another type") { lie.children[1] = plain_node(bool_column({true})); }
  SECTION("chunks for many rows") {
    lie.children[0] = integers<std::int64_t>({0, 30, -1}, PType::u64);
    rows = UINT64_MAX;
  }
  check_refused(lie, dtype, rows, Code::corrupt);
}
