#include "encodings/parquet_variant.hpp"

#include "encodings/builtin.hpp"
#include "encodings/variant_nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

const DType number = DType::primitive(PType::i64, true);

}  // namespace

TEST_CASE("parquet variant: opens in every form", "[encodings][variant]") {
  const EncodingTable table(builtin_encodings());
  for (const bool has_value : {false, true})
    for (const bool has_typed_value : {false, true})
      for (const bool has_validity : {false, true}) {
        std::optional<DType> typed;
        if (has_typed_value) typed.emplace(number);
        const auto opened = must(open_array(parquet_variant_node(has_value, typed, has_validity),
                                            DType::variant(true), 2, table));
        const auto& array = static_cast<const ParquetVariant&>(*opened);
        CHECK(array.metadata->dtype == DType::binary());
        CHECK((array.value != nullptr) == has_value);
        CHECK((array.typed_value != nullptr) == has_typed_value);
        CHECK((array.validity != nullptr) == has_validity);
        if (has_value) CHECK(array.value->dtype == DType::binary(true));
        if (has_typed_value) CHECK(array.typed_value->dtype == number);
      }
}

TEST_CASE("parquet variant: its values are refused by name", "[encodings][variant]") {
  const EncodingTable table(builtin_encodings());
  const auto array =
      must(open_array(parquet_variant_node(true, {}, false), DType::variant(), 2, table));
  ReadContext context;
  const auto error = refused(make_reader(array, context));
  CHECK(error.code == Code::unsupported);
  CHECK(error.message.find("vortex.parquet.variant") != std::string::npos);
}

TEST_CASE("parquet variant: a node that lies is refused", "[encodings][variant]") {
  auto dtype = DType::variant(true);
  auto lie = parquet_variant_node(true, number, true);
  SECTION("texts") { dtype = DType::binary(); }
  SECTION("no children") { lie.children.clear(); }
  SECTION("five children") { lie.children.push_back(lie.children[0]); }
  SECTION("two children missing") { lie.children.resize(2); }
  SECTION("nulls in what has none") { dtype = DType::variant(); }
  SECTION("a typed value of no type") {
    lie.metadata = ProtobufWriter().number(1, 1).bytes(2, {}).finish();
  }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, 3); }
  SECTION("a validity of numbers") { lie.children[0] = integers({1, 1}, PType::i32); }
  check_refused(lie, dtype, 2, Code::corrupt);
}
