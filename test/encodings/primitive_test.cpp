#include "encodings/primitive.hpp"

#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

TEST_CASE("primitive: answers every question as its plain form does", "[encodings][primitive]") {
  const auto ptype = GENERATE(PType::u8, PType::u16, PType::i32, PType::u64, PType::i64, PType::f16,
                              PType::f32, PType::f64);
  for (const auto& plain : samples(DType::primitive(ptype, true)))
    check_encoder(primitive_encoding, plain);
}

TEST_CASE("primitive: validity may be stored in any way", "[encodings][primitive]") {
  const auto dtype = DType::primitive(PType::i32, true);
  auto plain = sample(dtype, 1025, Pattern::small, Nulls::none);
  auto encoded = plain_node(plain);
  SECTION("as a constant true") {
    encoded.children.push_back(constant_node({true}, DType::boolean()));
    check_conformance(encoded, plain);
  }
  SECTION("as a constant false") {
    encoded.children.push_back(constant_node({false}, DType::boolean()));
    check_conformance(encoded, word_column(std::vector<std::optional<Int256>>(1025), dtype));
  }
}

TEST_CASE("primitive: a nullable column without nulls is stored without validity",
          "[encodings][primitive]") {
  const auto plain = sample(DType::primitive(PType::i16, true), 100, Pattern::small, Nulls::none);
  CHECK(plain_node(plain).children.empty());
}

TEST_CASE("primitive: a node that lies is refused", "[encodings][primitive]") {
  const auto dtype = DType::primitive(PType::i32, true);
  const auto plain = sample(dtype, 1025, Pattern::small, Nulls::some);
  const auto encoded = plain_node(plain);
  REQUIRE(encoded.children.size() == 1);
  auto lie = encoded;
  std::uint64_t rows = plain.rows;
  auto as = dtype;
  SECTION("values missing") { lie.buffers.clear(); }
  SECTION("a value short") {
    lie.buffers[0].bytes = lie.buffers[0].bytes.slice(0, 4 * plain.rows - 1);
  }
  SECTION("more rows than 64 bits of bytes") { rows = UINT64_MAX / 2; }
  SECTION("validity twice") { lie.children.push_back(lie.children[0]); }
  SECTION("validity of a type without nulls") { as = DType::primitive(PType::i32); }
  SECTION("validity of numbers") { lie.children[0] = integers({1, 2, 3}, PType::u8); }
  SECTION("validity too short") {
    lie.children[0].buffers[0].bytes = lie.children[0].buffers[0].bytes.slice(0, 128);
  }
  SECTION("null as validity") { lie.children[0] = constant_node({}, DType::boolean(true)); }
  SECTION("text") { as = DType::utf8(true); }
  check_refused(lie, as, rows, Code::corrupt);
}

TEST_CASE("primitive: validity of an unknown encoding is unsupported", "[encodings][primitive]") {
  auto encoded =
      plain_node(sample(DType::primitive(PType::u8, true), 9, Pattern::small, Nulls::some));
  encoded.children[0].encoding = "vortex.tomorrow";
  check_refused(encoded, DType::primitive(PType::u8, true), 9, Code::unsupported);
}
