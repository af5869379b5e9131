#include "encodings/struct.hpp"

#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

DType record(bool nullable = true) {
  return DType::structure(
      {{"number", DType::primitive(PType::i32, true)},
       {"flag", DType::boolean()},
       {"text", DType::utf8(true)},
       {"inner", DType::structure({{"amount", DType::decimal(10, 2, true)}}, true)}},
      nullable);
}

}  // namespace

TEST_CASE("struct: answers every question as its plain form does", "[encodings][struct]") {
  for (const auto& plain : samples(record())) check_encoder(struct_encoding, plain);
}

TEST_CASE("struct: fields may be nested, with nulls at every level", "[encodings][struct]") {
  const auto dtype =
      DType::structure({{"nested", nested_dtype()}, {"number", DType::primitive(PType::i8)}}, true);
  for (const std::uint64_t rows : {1, 1300})
    check_encoder(struct_encoding, sample(dtype, rows, Pattern::full_range, Nulls::some));
}

TEST_CASE("struct: may have no fields", "[encodings][struct]") {
  for (const auto& plain : samples(DType::structure({}, true)))
    check_encoder(struct_encoding, plain);
}

TEST_CASE("struct: a field may be null by a constant", "[encodings][struct]") {
  const auto dtype = DType::structure({{"n", DType::utf8(true)}});
  const auto plain =
      struct_column({{"n", DType::utf8(true)}},
                    {text_column(std::vector<std::optional<std::string>>(1025))}, 1025);
  check_conformance(node("vortex.struct", {}, {}, {constant_node({}, DType::utf8(true))}), plain);
}

TEST_CASE("struct: a node that lies is refused", "[encodings][struct]") {
  auto lie = plain_node(sample(record(), 1025, Pattern::small, Nulls::some));
  REQUIRE(lie.children.size() == 5);
  auto dtype = record();
  SECTION("a field missing") {
    lie.children.pop_back();
    lie.children.pop_back();
  }
  SECTION("a field too many") { lie.children.push_back(lie.children[1]); }
  SECTION("validity behind the fields") {
    std::rotate(lie.children.begin(), lie.children.begin() + 1, lie.children.end());
  }
  SECTION("validity of a type without nulls") { dtype = record(false); }
  SECTION("fields in another order") { std::swap(lie.children[1], lie.children[2]); }
  SECTION("a field with too few rows") {
    lie.children[2].buffers[0].bytes = lie.children[2].buffers[0].bytes.slice(0, 20);
  }
  SECTION("a list") { dtype = DType::list(DType::boolean()); }
  SECTION("validity too short") { lie.children[0] = validity_node({true}); }
  SECTION("validity of numbers") { lie.children[0] = lie.children[1]; }
  SECTION("nulls in a field that has none") { lie.children[2].children.push_back(lie.children[0]); }
  check_refused(lie, dtype, 1025, Code::corrupt);
}
