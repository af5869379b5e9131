#include "encodings/list.hpp"

#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

const auto i32s = DType::primitive(PType::i32);

/// Three lists, [1, 2], [] and [3], of elements 0 to 4.
EncodedArray three_lists(PType offsets = PType::u32) {
  return node("vortex.list", numbers({5, static_cast<unsigned>(offsets)}), {},
              {integers({0, 1, 2, 3, 4}, PType::i32), integers({1, 3, 3, 4}, offsets)});
}

Column three_lists_plain() {
  return list_column({2, 0, 1},
                     word_column({Int256::of(std::int64_t{1}), Int256::of(std::int64_t{2}),
                                  Int256::of(std::int64_t{3})},
                                 i32s),
                     DType::list(i32s));
}

}  // namespace

TEST_CASE("list: answers every question as its plain form does", "[encodings][list]") {
  const auto element =
      GENERATE(DType::primitive(PType::i32, true), DType::utf8(true),
               DType::list(DType::boolean(true), true),
               DType::structure({{"a", DType::primitive(PType::u8)}, {"b", DType::utf8()}}));
  for (const auto& plain : samples(DType::list(element, true))) check_encoder(list_encoding, plain);
}

TEST_CASE("list: elements may be nested, with nulls at every level", "[encodings][list]") {
  for (const std::uint64_t rows : {1, 1300})
    check_encoder(list_encoding, sample(nested_dtype(), rows, Pattern::full_range, Nulls::some));
}

TEST_CASE("list: a row gets its elements and no others, wherever tiles of them end",
          "[encodings][list]") {
  std::vector<std::optional<std::uint64_t>> sizes;
  std::uint64_t elements = 0;
  for (const std::uint64_t size : {100, 40, 900, 60, 3000, 0, 50, 1, 1024, 2000, 33})
    elements += sizes.emplace_back(size).value();
  const auto element =
      GENERATE(DType::primitive(PType::i16, true), DType::utf8(true), DType::boolean(true),
               DType::structure({{"a", DType::list(DType::utf8(true), true)}}, true));
  const auto plain = list_column(sizes, sample(element, elements, Pattern::full_range, Nulls::some),
                                 DType::list(element, true));
  for (const std::uint64_t rows : {2, 3, 5, 11})
    check_conformance(plain_node(slice(plain, 0, rows)), slice(plain, 0, rows));
}

TEST_CASE("list: offsets may start anywhere, be signed and leave elements unused",
          "[encodings][list]") {
  const auto offsets = GENERATE(PType::u8, PType::i8, PType::i32, PType::u64, PType::i64);
  check_conformance(three_lists(offsets), three_lists_plain());
}

TEST_CASE("list: a null row's bounds do not matter", "[encodings][list]") {
  const auto dtype = DType::list(i32s, true);
  auto encoded = node("vortex.list", numbers({2, static_cast<unsigned>(PType::i32)}), {},
                      {integers({7, 8}, PType::i32), integers({0, 1, 900, 1, 2}, PType::i32),
                       validity_node({true, false, false, true})});
  const auto plain = list_column(
      {1, std::nullopt, std::nullopt, 1},
      word_column({Int256::of(std::int64_t{7}), Int256::of(std::int64_t{8})}, i32s), dtype);
  check_conformance(encoded, plain);
}

TEST_CASE("list: a node that lies is refused", "[encodings][list]") {
  auto lie = three_lists();
  auto dtype = DType::list(i32s);
  std::uint64_t rows = 3;
  SECTION("offsets missing") { lie.children.pop_back(); }
  SECTION("too many children") {
    lie.children.push_back(lie.children[1]);
    lie.children.push_back(lie.children[1]);
  }
  SECTION("an offset short") { lie.children[1] = integers({1, 3, 3}, PType::u32); }
  SECTION("offsets of another type") { lie.children[1] = integers({1, 3, 3, 4}, PType::u16); }
  SECTION("float offsets") { lie.metadata = numbers({5, 9}); }
  SECTION("elements that are not there") { lie.metadata = numbers({6, 2}); }
  SECTION("offsets past the elements") { lie.children[1] = integers({1, 3, 3, 6}, PType::u32); }
  SECTION("falling offsets") { lie.children[1] = integers({1, 3, 2, 4}, PType::u32); }
  SECTION("negative offsets") {
    lie = three_lists(PType::i32);
    lie.children[1] = integers({-1, 3, 3, 4}, PType::i32);
  }
  SECTION("as many rows as there are numbers") { rows = UINT64_MAX; }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, 1); }
  SECTION("no metadata") { lie.metadata = {}; }
  SECTION("validity of a type without nulls") {
    lie.children.push_back(validity_node({true, true, true}));
  }
  SECTION("validity without bits") {
    dtype = dtype.with_nullable(true);
    lie.children.push_back(validity_node({}));
  }
  SECTION("null offsets") {
    lie.children[1] = constant_node({}, DType::primitive(PType::u32, true));
  }
  SECTION("a struct") { dtype = DType::structure({{"a", i32s}, {"b", i32s}}); }
  check_refused(lie, dtype, rows, Code::corrupt);
}
