#include "encodings/masked.hpp"

#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

/// Values and validity of a column, apart. What lies under the nulls stays.
EncodedArray masked(const Column& plain) {
  auto values = plain;
  values.dtype = plain.dtype.with_nullable(false);
  values.validity = {};
  values.null_count = 0;
  auto array = node("vortex.masked", {}, {}, {plain_node(values)});
  if (plain.null_count > 0) array.children.push_back(validity_node(validity_of(plain)));
  return array;
}

}  // namespace

TEST_CASE("masked: answers every question as its plain form does", "[encodings][masked]") {
  const auto dtype = GENERATE(
      DType::primitive(PType::i32, true), DType::decimal(30, 2, true), DType::boolean(true),
      DType::utf8(true), DType::list(DType::primitive(PType::u8), true),
      DType::structure({{"a", DType::utf8()}, {"b", DType::primitive(PType::f32)}}, true));
  for (const auto& plain : samples(dtype)) check_conformance(masked(plain), plain);
}

TEST_CASE("masked: values may be nested, with nulls at every level", "[encodings][masked]") {
  for (const auto& plain : nested_samples(1300)) check_conformance(masked(plain), plain);
}

TEST_CASE("masked: a constant and its validity make a column with nulls", "[encodings][masked]") {
  const auto plain = text_column({{"x"}, {}, {}, {"x"}});
  check_conformance(node("vortex.masked", {}, {},
                         {constant_node({std::string("x")}, DType::utf8()),
                          validity_node({true, false, false, true})}),
                    plain);
}

TEST_CASE("masked: a node that lies is refused", "[encodings][masked]") {
  auto dtype = DType::primitive(PType::i32, true);
  auto lie = node("vortex.masked", {}, {},
                  {integers({1, 2, 3}, PType::i32), validity_node({true, false, true})});
  SECTION("values missing") { lie.children.clear(); }
  SECTION("a third child") { lie.children.push_back(lie.children[1]); }
  SECTION("a type without nulls") { dtype = DType::primitive(PType::i32); }
  SECTION("values with nulls of their own") { lie.children[0].children.push_back(lie.children[1]); }
  SECTION("validity of numbers") { lie.children[1] = lie.children[0]; }
  SECTION("no validity bits") { lie.children[1].buffers[0].bytes = {}; }
  SECTION("null as values") { lie.children[0] = constant_node({}, dtype); }
  check_refused(lie, dtype, 3, Code::corrupt);
}
