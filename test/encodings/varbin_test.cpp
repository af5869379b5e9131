#include "encodings/varbin.hpp"

#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

EncodedArray texts(const std::vector<std::int64_t>& offsets, PType ptype,
                   std::string_view bytes = "abcdefgh") {
  return node("vortex.varbin", numbers({static_cast<unsigned>(ptype)}), {Buffer::copy(bytes)},
              {integers(offsets, ptype)});
}

}  // namespace

TEST_CASE("varbin: answers every question as its plain form does", "[encodings][varbin]") {
  const auto dtype = GENERATE(DType::utf8(true), DType::binary(true));
  for (const auto& plain : samples(dtype)) check_encoder(varbin_encoding, plain);
}

TEST_CASE("varbin: offsets may be of any integer type and start anywhere", "[encodings][varbin]") {
  const auto ptype = GENERATE(PType::u8, PType::u16, PType::u32, PType::u64, PType::i8, PType::i16,
                              PType::i32, PType::i64);
  check_conformance(texts({2, 4, 4, 7}, ptype),
                    text_column({{"cd"}, {""}, {"efg"}}, DType::utf8()));
}

TEST_CASE("varbin: a null row's bounds do not matter", "[encodings][varbin]") {
  auto encoded = texts({0, 2, 100, 2, 3}, PType::u8);
  encoded.children.push_back(validity_node({true, false, false, true}));
  check_conformance(encoded, text_column({{"ab"}, {}, {}, {"c"}}));
}

TEST_CASE("varbin: bytes of null rows are not stored", "[encodings][varbin]") {
  const auto plain = text_column({{"first"}, std::nullopt, {"third"}});
  PlainChildren children;
  const auto encoded = must(varbin_encoding.encode(plain, children));
  CHECK(encoded.buffers[0].bytes.text() == "firstthird");
}

TEST_CASE("varbin: a node that lies is refused", "[encodings][varbin]") {
  auto lie = texts({0, 3, 5, 8}, PType::i32);
  auto dtype = DType::utf8();
  std::uint64_t rows = 3;
  SECTION("bytes missing") { lie.buffers.clear(); }
  SECTION("bytes cut short") { lie.buffers[0].bytes = lie.buffers[0].bytes.slice(0, 7); }
  SECTION("offsets missing") { lie.children.clear(); }
  SECTION("an offset short") { rows = 4; }
  SECTION("as many rows as there are numbers") { rows = UINT64_MAX; }
  SECTION("falling offsets") { lie = texts({0, 5, 3, 8}, PType::i32); }
  SECTION("negative offsets") { lie = texts({-1, 3, 5, 8}, PType::i32); }
  SECTION("offsets past the bytes") { lie = texts({0, 3, 5, 9}, PType::u64); }
  SECTION("three children") {
    lie.children.resize(3, validity_node({true, true, true}));
    dtype = DType::utf8(true);
  }
  SECTION("validity of a type without nulls") {
    lie.children.push_back(validity_node({true, true, true}));
  }
  SECTION("validity without bits") {
    lie.children.push_back(validity_node({}));
    dtype = DType::utf8(true);
  }
  SECTION("null offsets") {
    lie.children[0] = constant_node({}, DType::primitive(PType::i32, true));
  }
  SECTION("float offsets") { lie.metadata = numbers({10}); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, 1); }
  SECTION("numbers") { dtype = DType::primitive(PType::u8); }
  check_refused(lie, dtype, rows, Code::corrupt);
}
