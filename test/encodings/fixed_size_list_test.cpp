#include "encodings/fixed_size_list.hpp"

#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

TEST_CASE("fixed-size list: answers every question as its plain form does",
          "[encodings][fixed_size_list]") {
  const auto size = GENERATE(0u, 1u, 3u);
  for (const auto& plain :
       samples(DType::fixed_size_list(DType::primitive(PType::f32, true), size, true)))
    check_encoder(fixed_size_list_encoding, plain);
}

TEST_CASE("fixed-size list: elements may be nested", "[encodings][fixed_size_list]") {
  const auto element =
      GENERATE(DType::utf8(true), DType::fixed_size_list(DType::boolean(), 2, true), nested_dtype(),
               nested_dtype().element());
  for (const std::uint64_t rows : {0, 1, 1025})
    check_encoder(fixed_size_list_encoding, sample(DType::fixed_size_list(element, 3, true), rows,
                                                   Pattern::full_range, Nulls::some));
}

TEST_CASE("fixed-size list: a node that lies is refused", "[encodings][fixed_size_list]") {
  const auto i32s = DType::primitive(PType::i32);
  auto lie = node("vortex.fixed_size_list", {}, {}, {integers({1, 2, 3, 4}, PType::i32)});
  auto dtype = DType::fixed_size_list(i32s, 2);
  std::uint64_t rows = 2;
  SECTION("elements missing") { lie.children.clear(); }
  SECTION("too few elements") { rows = 3; }
  SECTION("more elements than 64 bits count") { rows = UINT64_MAX; }
  SECTION("elements of another type") { dtype = DType::fixed_size_list(DType::utf8(), 2); }
  SECTION("a list of any size") { dtype = DType::list(i32s); }
  SECTION("validity of a type without nulls") {
    lie.children.push_back(validity_node({true, true}));
  }
  SECTION("validity without bits") {
    dtype = dtype.with_nullable(true);
    lie.children.push_back(validity_node({}));
  }
  SECTION("too many children") {
    lie.children.push_back(lie.children[0]);
    lie.children.push_back(lie.children[0]);
  }
  check_refused(lie, dtype, rows, Code::corrupt);
}
