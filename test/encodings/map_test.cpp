#include "encodings/map.hpp"

#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

const auto dtype_of_maps =
    DType::map(DType::utf8(), DType::primitive(PType::i64, true), false, true);

}  // namespace

TEST_CASE("map: answers every question as its plain form does", "[encodings][map]") {
  for (const auto& plain : samples(dtype_of_maps)) check_encoder(map_encoding, plain);
}

TEST_CASE("map: values may be nested, with nulls at every level", "[encodings][map]") {
  const auto dtype = DType::map(DType::utf8(), nested_dtype(), false, true);
  for (const std::uint64_t rows : {1, 1300})
    check_encoder(map_encoding, sample(dtype, rows, Pattern::full_range, Nulls::some));
}

TEST_CASE("map: a node that lies is refused", "[encodings][map]") {
  auto lie = plain_node(sample(dtype_of_maps, 1025, Pattern::small, Nulls::some));
  auto dtype = dtype_of_maps;
  SECTION("entries missing") { lie.children.clear(); }
  SECTION("entries twice") { lie.children.push_back(lie.children[0]); }
  SECTION("entries of another type") {
    dtype = DType::map(DType::utf8(), DType::utf8(true), false, true);
  }
  SECTION("nulls in maps that have none") { dtype = dtype_of_maps.with_nullable(false); }
  SECTION("entries of fewer rows") {
    lie.children[0] =
        plain_node(sample(dtype_of_maps, 1000, Pattern::small, Nulls::some)).children[0];
  }
  SECTION("nulls among the keys") {
    auto& keys = lie.children[0].children[0].children[0];
    keys.children.push_back(constant_node({false}, DType::boolean()));
  }
  SECTION("a list") { dtype = DType::list(DType::utf8()); }
  check_refused(lie, dtype, 1025, Code::corrupt);
}
