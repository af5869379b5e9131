#include "encodings/constant.hpp"

#include "array/value_builder.hpp"
#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

Value number(std::int64_t value) { return {Int256::of(value)}; }
Value text(std::string value) { return {std::move(value)}; }
Value values(std::vector<Value> all) { return {std::move(all)}; }

void check_constant(const Value& value, const DType& dtype) {
  for (const std::uint64_t rows : {0, 1, 1023, 1024, 1025, 3000}) {
    const std::vector<Value> all(rows, value);
    check_conformance(constant_node(value, dtype), column_of_values(all, dtype));
  }
}

}  // namespace

TEST_CASE("constant: answers every question as its plain form does", "[encodings][constant]") {
  const auto i32s = DType::primitive(PType::i32, true);
  SECTION("bool") { check_constant({true}, DType::boolean()); }
  SECTION("false") { check_constant({false}, DType::boolean(true)); }
  SECTION("integers") { check_constant(number(-7), i32s); }
  SECTION("bytes") { check_constant(number(200), DType::primitive(PType::u8)); }
  SECTION("floats") {
    check_constant({float_word(PType::f64, -0.5)}, DType::primitive(PType::f64));
    check_constant({float_word(PType::f32, 1e30)}, DType::primitive(PType::f32));
    check_constant({float_word(PType::f16, 2.0)}, DType::primitive(PType::f16));
  }
  SECTION("decimals") {
    check_constant(number(-12345), DType::decimal(10, 2));
    check_constant({Int256::make(1, 2, 3, 4)}, DType::decimal(76, 0));
  }
  SECTION("text") { check_constant(text("a text that is too long for its view"), DType::utf8()); }
  SECTION("binary") { check_constant(text(std::string("\0\xff", 2)), DType::binary(true)); }
  SECTION("nothing of any type") {
    check_constant({}, i32s);
    check_constant({}, DType::utf8(true));
    check_constant({}, DType::null());
    check_constant({}, DType::boolean(true));
    check_constant({}, DType::list(i32s, true));
    check_constant({}, DType::structure({{"a", i32s}}, true));
  }
  SECTION("structs") {
    const auto dtype = DType::structure({{"a", i32s}, {"b", DType::utf8(true)}, {"c", i32s}}, true);
    check_constant(values({number(1), text("b"), {}}), dtype);
  }
  SECTION("lists") {
    check_constant(values({number(1), {}, number(3)}), DType::list(i32s));
    check_constant(values({}), DType::list(i32s, true));
    check_constant(values({text("a"), text("")}), DType::fixed_size_list(DType::utf8(), 2));
    check_constant(values({values({number(1)}), values({})}), DType::list(DType::list(i32s)));
  }
  SECTION("maps") {
    check_constant(values({values({text("key"), number(1)})}),
                   DType::map(DType::utf8(), i32s, false));
  }
  SECTION("extensions") { check_constant(number(5), DType::extension("test.number", i32s, {})); }
}

TEST_CASE("constant: a value may be nested, with nulls at every level", "[encodings][constant]") {
  for (const auto& some : nested_samples(4))
    for (std::uint64_t row = 0; row < some.rows; ++row)
      check_conformance(
          constant_node(scalar_at(some, row).value, some.dtype),
          column_of_values(std::vector<Value>(1030, scalar_at(some, row).value), some.dtype));
}

TEST_CASE("constant: a column of equal values, and no other, is stored as one",
          "[encodings][constant]") {
  const auto dtype =
      GENERATE(DType::primitive(PType::i16, true), DType::utf8(true), DType::boolean(true),
               DType::decimal(20, 0, true), DType::primitive(PType::f64, true));
  const PlainChildren context;
  for (const std::uint64_t rows : {1, 1024, 1025}) {
    for (const auto nulls : {Nulls::none, Nulls::all}) {
      const auto plain = sample(dtype, rows, Pattern::constant, nulls);
      CHECK(constant_encoding.estimate(plain, context));
      check_encoder(constant_encoding, plain);
    }
  }
  CHECK_FALSE(
      constant_encoding.estimate(sample(dtype, 1000, Pattern::constant, Nulls::some), context));
  CHECK_FALSE(
      constant_encoding.estimate(sample(dtype, 1000, Pattern::small, Nulls::none), context));
  CHECK_FALSE(constant_encoding.estimate(sample(dtype, 0, Pattern::small, Nulls::none), context));
}

TEST_CASE("constant: a list or struct of nulls is stored as one", "[encodings][constant]") {
  const auto dtype =
      GENERATE(DType::list(DType::utf8(), true), DType::structure({{"a", DType::boolean()}}, true));
  check_encoder(constant_encoding, sample(dtype, 1025, Pattern::small, Nulls::all));
}

TEST_CASE("constant: a few bytes cannot ask for any amount of memory", "[encodings][constant]") {
  const auto huge = DType::fixed_size_list(DType::primitive(PType::i64), UINT32_MAX, true);
  const auto nested = DType::fixed_size_list(huge, UINT32_MAX, true);
  for (const auto& element : {huge, nested, DType::structure({{"a", huge}}, true)}) {
    const auto dtype = DType::list(element);
    check_refused(constant_node(values({{}, {}}), dtype), dtype, 3, Code::unsupported);
  }
}

TEST_CASE("constant: a node that lies is refused", "[encodings][constant]") {
  const auto i32s = DType::primitive(PType::i32);
  auto lie = constant_node(number(5), i32s);
  auto dtype = i32s;
  SECTION("no scalar") { lie.buffers.clear(); }
  SECTION("an empty scalar") { lie.buffers[0].bytes = {}; }
  SECTION("a scalar cut short") { lie.buffers[0].bytes = lie.buffers[0].bytes.slice(0, 1); }
  SECTION("a scalar of another type") { dtype = DType::utf8(); }
  SECTION("a number that its type does not hold") {
    lie = constant_node(number(300), i32s);
    dtype = DType::primitive(PType::u8);
  }
  SECTION("null where nothing is") { lie = constant_node({}, i32s.with_nullable(true)); }
  SECTION("a struct with too few fields") {
    lie = constant_node(values({number(5)}), DType::structure({{"a", i32s}}));
    dtype = DType::structure({{"a", i32s}, {"b", i32s}});
  }
  SECTION("a list of another size") {
    lie = constant_node(values({number(5)}), DType::list(i32s));
    dtype = DType::fixed_size_list(i32s, 2);
  }
  SECTION("children") { lie.children.push_back(lie); }
  check_refused(lie, dtype, 3, Code::corrupt);
}
