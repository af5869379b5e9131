#include "array/column.hpp"

#include "support/catch.hpp"
#include "support/equal.hpp"
#include "support/samples.hpp"

namespace gyre {
namespace {

using test::Nulls;
using test::Pattern;

std::vector<DType> every_kind() {
  const auto text = DType::utf8(true);
  const auto number = DType::primitive(PType::i32, true);
  return {DType::null(),
          DType::boolean(true),
          DType::primitive(PType::u8),
          DType::primitive(PType::f64, true),
          DType::decimal(12, 2, true),
          DType::decimal(50, 3, true),
          text,
          DType::binary(true),
          DType::structure({{"a", number}, {"b", text}}, true),
          DType::list(text, true),
          DType::fixed_size_list(number, 3, true),
          DType::map(DType::utf8(), number, false, true),
          DType::extension("test.thing", number, {})};
}

TEST_CASE("column: a slice has the values of its rows, at any offset", "[array][column]") {
  for (const auto& dtype : every_kind()) {
    const auto column = test::sample(dtype, 300, Pattern::full_range, Nulls::some);
    for (const auto& [first, last] : {std::pair{0u, 300u}, {8u, 80u}, {13u, 299u}, {77u, 77u}}) {
      const auto part = slice(column, first, last);
      REQUIRE(part.rows == last - first);
      CHECK(part.dtype == dtype);
      CHECK(test::columns_equal(part, part));  // sound by itself
      for (std::uint64_t row = 0; row < part.rows; ++row)
        if (scalar_at(part, row) != scalar_at(column, first + row)) FAIL("row " << row);
    }
  }
}

TEST_CASE("column: a slice without nulls has no bitmap", "[array][column]") {
  const auto column =
      test::column_of<std::int64_t>({1, std::nullopt, 3, 4}, DType::primitive(PType::i64, true));
  CHECK(slice(column, 2, 4).validity.empty());
  CHECK(slice(column, 1, 3).null_count == 1);
}

TEST_CASE("column: values are what they were made from", "[array][column]") {
  const auto signed_numbers =
      test::column_of<int>({-1, std::nullopt, 127}, DType::primitive(PType::i8, true));
  CHECK(scalar_at(signed_numbers, 0).word() == Int256::of(std::int64_t{-1}));
  CHECK(scalar_at(signed_numbers, 1).is_null());
  const auto unsigned_numbers = test::column_of<unsigned>({255u}, DType::primitive(PType::u8));
  CHECK(scalar_at(unsigned_numbers, 0).word() == Int256::of(std::int64_t{255}));
  const auto floats = test::column_of<double>({-2.5}, DType::primitive(PType::f32));
  CHECK(float_value(PType::f32, scalar_at(floats, 0).word()) == -2.5);
  const auto decimals = test::column_of<std::int64_t>({-12345}, DType::decimal(40, 2));
  CHECK(scalar_at(decimals, 0).word() == Int256::of(std::int64_t{-12345}));

  const auto texts = test::text_column({"a", std::nullopt, "a text of more than twelve bytes"});
  CHECK(scalar_at(texts, 2).text() == "a text of more than twelve bytes");
  const auto lists = test::list_column({2, std::nullopt, 1}, texts, DType::list(texts.dtype, true));
  CHECK(scalar_at(lists, 0).value == Value{std::vector<Value>{{std::string("a")}, {}}});
  CHECK(scalar_at(lists, 1).is_null());
  const auto structs = test::struct_column({{"t", texts.dtype}}, {texts}, 3, {true, true, false});
  CHECK(scalar_at(structs, 1).value == Value{std::vector<Value>{{}}});
  CHECK(scalar_at(structs, 2).is_null());
  CHECK(scalar_at(test::null_column(1), 0).is_null());
}

TEST_CASE("column: the elements of a map are structs of key and value", "[array][column]") {
  const auto dtype = DType::map(DType::utf8(), DType::boolean(true), true, true);
  CHECK(element_of(dtype) ==
        DType::structure({{"key", DType::utf8()}, {"value", DType::boolean(true)}}));
  CHECK(element_of(DType::list(DType::utf8())) == DType::utf8());
}

TEST_CASE("column: equality sees values, nulls and unsound memory, but not what is under nulls",
          "[array][column]") {
  const auto dtype = DType::primitive(PType::i32, true);
  const auto column = test::column_of<int>({1, 2, std::nullopt}, dtype);
  CHECK(test::difference(column, column).empty());
  CHECK_FALSE(test::difference(test::column_of<int>({1, 3, std::nullopt}, dtype), column).empty());
  CHECK_FALSE(test::difference(test::column_of<int>({1, std::nullopt, std::nullopt}, dtype), column)
                  .empty());
  CHECK_FALSE(test::difference(test::column_of<int>({1, 2}, dtype), column).empty());

  auto under_null = column;
  under_null.buffers[0] = test::column_of<int>({1, 2, 99}, dtype).buffers[0];
  CHECK(test::difference(under_null, column).empty());
  auto miscounted = column;
  miscounted.null_count = 2;
  CHECK_FALSE(test::difference(miscounted, column).empty());

  const auto f64 = DType::primitive(PType::f64);
  CHECK_FALSE(
      test::difference(test::column_of<double>({0.0}, f64), test::column_of<double>({-0.0}, f64))
          .empty());
}

}  // namespace
}  // namespace gyre
