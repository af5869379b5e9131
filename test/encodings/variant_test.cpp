#include "encodings/variant.hpp"

#include "encodings/builtin.hpp"
#include "encodings/parquet_variant.hpp"
#include "encodings/variant_nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

EncodedArray core() { return parquet_variant_node(true, {}, false); }

EncodedArray variant_node(std::optional<DType> shredded) {
  ProtobufWriter meta;
  if (shredded) meta.bytes(1, write_dtype_proto(*shredded).bytes());
  auto array = node("vortex.variant", meta.finish(), {}, {core()});
  if (shredded) array.children.push_back(constant_node({Int256::of(INT64_C(7))}, *shredded));
  return array;
}

}  // namespace

TEST_CASE("variant: opens with a shredded copy or without", "[encodings][variant]") {
  const EncodingTable table(builtin_encodings());
  for (const bool nullable : {false, true}) {
    const auto dtype = DType::variant(nullable);
    const auto alone = must(open_array(variant_node({}), dtype, 2, table));
    CHECK_FALSE(static_cast<const Variant&>(*alone).shredded);
    CHECK(static_cast<const Variant&>(*alone).core->dtype == dtype);
    const auto number = DType::primitive(PType::i64, true);
    const auto both = must(open_array(variant_node(number), dtype, 2, table));
    CHECK(static_cast<const Variant&>(*both).shredded->dtype == number);
  }
}

TEST_CASE("variant: its values are refused by name", "[encodings][variant]") {
  const EncodingTable table(builtin_encodings());
  const auto array = must(open_array(variant_node({}), DType::variant(), 2, table));
  ReadContext context;
  const auto error = refused(make_reader(array, context));
  CHECK(error.code == Code::unsupported);
  CHECK(error.message.find("vortex.variant") != std::string::npos);
}

TEST_CASE("variant: a node that lies is refused", "[encodings][variant]") {
  const auto number = DType::primitive(PType::i64);
  auto dtype = DType::variant();
  auto lie = variant_node(number);
  SECTION("numbers") { dtype = number; }
  SECTION("no core") { lie.children.clear(); }
  SECTION("no shredded copy") { lie.children.pop_back(); }
  SECTION("a shredded copy of no type") { lie.metadata = {}; }
  SECTION("a type cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("a type that is none") { lie.metadata = ProtobufWriter().bytes(1, {}).finish(); }
  SECTION("a core of another type") { lie.children[0] = integers({1, 1}, PType::i32); }
  SECTION("three children") { lie.children.push_back(lie.children[1]); }
  check_refused(lie, dtype, 2, Code::corrupt);
}
