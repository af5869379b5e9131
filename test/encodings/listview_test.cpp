#include "encodings/listview.hpp"

#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

const auto i32s = DType::primitive(PType::i32);

EncodedArray listview(const std::vector<std::int64_t>& offsets,
                      const std::vector<std::int64_t>& sizes, PType offset_type = PType::u32,
                      PType size_type = PType::u8) {
  return node("vortex.listview",
              numbers({5, static_cast<unsigned>(offset_type), static_cast<unsigned>(size_type)}),
              {},
              {integers({0, 1, 2, 3, 4}, PType::i32), integers(offsets, offset_type),
               integers(sizes, size_type)});
}

/// A column of lists as a listview: backwards, with every list's elements behind those of the next.
EncodedArray backwards(const Column& plain) {
  const auto* bounds = plain.buffers[0].as<std::int64_t>().data();
  const auto& elements = plain.children[0];
  std::vector<std::int64_t> offsets(plain.rows), sizes(plain.rows);
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    offsets[row] = bounds[row];
    sizes[row] = bounds[row + 1] - bounds[row];
    if (!plain.is_valid(row)) offsets[row] = -7;
  }
  auto array =
      node("vortex.listview",
           numbers({elements.rows, static_cast<unsigned>(PType::i32),
                    static_cast<unsigned>(PType::i64)}),
           {}, {plain_node(elements), integers(offsets, PType::i32), integers(sizes, PType::i64)});
  if (plain.null_count > 0) array.children.push_back(validity_node(validity_of(plain)));
  return array;
}

}  // namespace

TEST_CASE("listview: answers every question as its plain form does", "[encodings][listview]") {
  const auto element = GENERATE(DType::primitive(PType::i16, true), DType::utf8(true));
  for (const auto& plain : samples(DType::list(element, true)))
    check_conformance(backwards(plain), plain);
}

TEST_CASE("listview: elements may be nested, with nulls at every level", "[encodings][listview]") {
  for (const std::uint64_t rows : {1, 1300}) {
    const auto plain = sample(nested_dtype(), rows, Pattern::full_range, Nulls::some);
    check_conformance(backwards(plain), plain);
  }
}

TEST_CASE("listview: lists may overlap, come in any order and leave gaps",
          "[encodings][listview]") {
  const auto offset_type = GENERATE(PType::i8, PType::u16, PType::i64, PType::u64);
  std::vector<std::optional<Int256>> words;
  for (const std::int64_t value : {3, 4, 0, 1, 2, 1, 2, 3}) words.emplace_back(Int256::of(value));
  check_conformance(listview({3, 0, 5, 1}, {2, 3, 0, 3}, offset_type, PType::i32),
                    list_column({2, 3, 0, 3}, word_column(words, i32s), DType::list(i32s)));
}

TEST_CASE("listview: a node that lies is refused", "[encodings][listview]") {
  auto lie = listview({0, 3}, {2, 2});
  auto dtype = DType::list(i32s);
  SECTION("past the elements") { lie = listview({0, 4}, {2, 2}); }
  SECTION("a start past the elements") { lie = listview({0, 6}, {2, 0}); }
  SECTION("a start below zero") { lie = listview({-1, 0}, {2, 1}, PType::i32); }
  SECTION("a size below zero") { lie = listview({1, 0}, {-1, 1}, PType::i32, PType::i8); }
  SECTION("a sum that wraps") { lie = listview({1, 0}, {-1, 1}, PType::u64, PType::u64); }
  SECTION("sizes missing") { lie.children.pop_back(); }
  SECTION("a size short") { lie.children[2] = integers({2}, PType::u8); }
  SECTION("float sizes") { lie.metadata = numbers({5, 2, 9}); }
  SECTION("elements that are not there") { lie.metadata = numbers({6, 2}); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("five children") { lie.children.resize(5, lie.children[2]); }
  SECTION("validity of a type without nulls") {
    lie.children.push_back(validity_node({true, true}));
  }
  SECTION("validity without bits") {
    dtype = dtype.with_nullable(true);
    lie.children.push_back(validity_node({}));
  }
  SECTION("float offsets") { lie.metadata = numbers({5, 9, 0}); }
  SECTION("null sizes") { lie.children[2] = constant_node({}, DType::primitive(PType::u8, true)); }
  SECTION("a map") { dtype = DType::map(i32s, i32s, false); }
  check_refused(lie, dtype, 2, Code::corrupt);
}

TEST_CASE("listview: what is stored answers every question as its plain form does",
          "[encodings][listview]") {
  const auto dtype = GENERATE(DType::list(DType::primitive(PType::i32, true), true),
                              DType::list(DType::list(DType::utf8(true))));
  for (const auto& plain : samples(dtype)) check_encoder(listview_encoding, plain);
}
