#include "expr/evaluate.hpp"

#include <cmath>
#include <limits>

#include "array/column_sink.hpp"
#include "dtype/temporal.hpp"
#include "rows_where.hpp"
#include "support/must.hpp"
#include "support/samples.hpp"

using namespace gyre;
using namespace gyre::expr;
using test::Named;
using test::rows_where;
using Rows = std::vector<std::uint64_t>;

namespace {

constexpr auto none = std::nullopt;

template <class T>
Named column(std::string name, std::vector<std::optional<T>> values, const DType& dtype) {
  return {std::move(name), test::column_of<T>(values, dtype)};
}

std::vector<Named> nullable_table() {
  return {column<std::int64_t>("x", {8, none, 31, -2}, DType::primitive(PType::i32, true)),
          column<bool>("b", {true, none, false, none}, DType::boolean(true)),
          column<std::string>("s", {"foo", none, "bar", ""}, DType::utf8(true))};
}

std::vector<Named> floats(PType ptype) {
  const auto nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  return {column<double>("f", {-infinity, -1.5, -0.0, 0.0, 1.5, infinity, nan, -nan, none},
                         DType::primitive(ptype, true))};
}

}  // namespace

TEST_CASE("evaluate: unknown is neither true nor false", "[expr][evaluate]") {
  const auto table = nullable_table();
  CHECK(rows_where("not (x = 8)", table) == Rows{2, 3});
  CHECK(rows_where("x <> 8", table) == Rows{2, 3});
  CHECK(rows_where("x not in (8, 31)", table) == Rows{3});
  CHECK(rows_where("x not in (8, null)", table) == Rows{});
  CHECK(rows_where("x in (8, null)", table) == Rows{0});
  CHECK(rows_where("x > 4 or x <= 4", table) == Rows{0, 2, 3});
  CHECK(rows_where("not (x in (8) and x in (31))", table) == Rows{0, 2, 3});
  CHECK(rows_where("b or x = -2", table) == Rows{0, 3});
  CHECK(rows_where("b", table) == Rows{0});
  CHECK(rows_where("not b", table) == Rows{2});
  CHECK(rows_where("x = 99 or s is null", table) == Rows{1});
  CHECK(rows_where("x = null", table) == Rows{});
  CHECK(rows_where("x is null and s is null", table) == Rows{1});
  CHECK(rows_where("x not between 1 and 9", table) == Rows{2, 3});
  CHECK(rows_where("(x = 8) is null", table) == Rows{1});
  CHECK(rows_where("(b or x = 8) is not null", table) == Rows{0, 2});
  CHECK(rows_where("(b and x > 0) is null", table) == Rows{1});
  CHECK(rows_where("(x = 8) is not true", table) == Rows{1, 2, 3});
  CHECK(rows_where("b is false", table) == Rows{2});
  CHECK(rows_where("b is not false", table) == Rows{0, 1, 3});
  CHECK(rows_where("(x > 8) = true", table) == Rows{2});
  CHECK(rows_where("(x > 8) <> true", table) == Rows{0, 3});
  CHECK(rows_where("b = true", table) == Rows{0});
  CHECK(rows_where("b < true", table) == Rows{2});
}

TEST_CASE("evaluate: NaN is above all and equal to itself, the zeros are equal",
          "[expr][evaluate]") {
  const auto ptype = GENERATE(PType::f16, PType::f32, PType::f64);
  const auto table = floats(ptype);
  CHECK(rows_where("f = 0", table) == Rows{2, 3});
  CHECK(rows_where("f = -0.0", table) == Rows{2, 3});
  CHECK(rows_where("f < 0", table) == Rows{0, 1});
  CHECK(rows_where("f >= 0", table) == Rows{2, 3, 4, 5, 6, 7});
  CHECK(rows_where("f > 1e4", table) == Rows{5, 6, 7});
  CHECK(rows_where("f = 'nan'", table) == Rows{6, 7});
  CHECK(rows_where("f <> 'NaN'", table) == Rows{0, 1, 2, 3, 4, 5});
  CHECK(rows_where("f > 'Infinity'", table) == Rows{6, 7});
  CHECK(rows_where("f <= '-inf'", table) == Rows{0});
  CHECK(rows_where("not (f < 10)", table) == Rows{5, 6, 7});
  CHECK(rows_where("f <> 6.5", table) == Rows{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(rows_where("f in (1.5, 'nan', -1.5)", table) == Rows{1, 4, 6, 7});
}

TEST_CASE("evaluate: a literal rounds to a float column's type, no column does",
          "[expr][evaluate]") {
  const auto tenth = std::vector<std::optional<double>>{0.1};
  const std::vector<Named> table = {
      {"f", test::column_of<double>(tenth, DType::primitive(PType::f32))},
      {"d", test::column_of<double>(tenth, DType::primitive(PType::f64))},
      column<std::int64_t>("m", {1}, DType::decimal(3, 1)),
      column<std::int64_t>("i", {9007199254740993}, DType::primitive(PType::i64)),
      column<double>("g", {9007199254740992.0}, DType::primitive(PType::f64))};
  CHECK(rows_where("f = 0.1", table) == Rows{0});
  CHECK(rows_where("d = 0.1", table) == Rows{0});
  CHECK(rows_where("m = 0.1", table) == Rows{0});
  CHECK(rows_where("f = d", table) == Rows{});
  CHECK(rows_where("f > d", table) == Rows{0});
  CHECK(rows_where("f = m", table) == Rows{});
  CHECK(rows_where("i = g", table) == Rows{});
  CHECK(rows_where("i > g", table) == Rows{0});
  CHECK(rows_where("i = 9007199254740993", table) == Rows{0});
  CHECK(rows_where("i = 9007199254740993.5", table) == Rows{});
}

TEST_CASE("evaluate: a literal out of range leaves nulls null", "[expr][evaluate]") {
  const std::vector<Named> table = {
      column<std::int64_t>("x", {-128, none, 127}, DType::primitive(PType::i8, true))};
  CHECK(rows_where("x < 128", table) == Rows{0, 2});
  CHECK(rows_where("not (x < 128)", table) == Rows{});
  CHECK(rows_where("(x < 128) is null", table) == Rows{1});
  CHECK(rows_where("x = 1000 or x is null", table) == Rows{1});
  CHECK(rows_where("x > -1e999", table) == Rows{0, 2});
  CHECK(rows_where("x >= -128 and x <= 127", table) == Rows{0, 2});
  CHECK(rows_where("x > -128 and x < 127.5", table) == Rows{2});
}

TEST_CASE("evaluate: texts compare by bytes", "[expr][evaluate]") {
  const std::vector<Named> table = {
      column<std::string>("s",
                          {"", "a", "aa", "B", "\xc3\xa9", none, std::string("a\0", 2),
                           "a long text that is not inline"},
                          DType::utf8(true)),
      column<std::string>("t", {"", "b", "a", "b", "b", "b", "a", "a long text that is not inline"},
                          DType::utf8())};
  CHECK(rows_where("s > 'a'", table) == Rows{2, 4, 6, 7});
  CHECK(rows_where("s = 'a'", table) == Rows{1});
  CHECK(rows_where("s <> 'a'", table) == Rows{0, 2, 3, 4, 6, 7});
  CHECK(rows_where("s = ''", table) == Rows{0});
  CHECK(rows_where("s between 'A' and 'a'", table) == Rows{1, 3});
  CHECK(rows_where("s in ('B', 'aa', null)", table) == Rows{2, 3});
  CHECK(rows_where("s = x'6100'", table) == Rows{6});
  CHECK(rows_where("s >= t", table) == Rows{0, 2, 4, 6, 7});
  CHECK(rows_where("s = t", table) == Rows{0, 7});
  CHECK(rows_where("s < t or s is null", table) == Rows{1, 3, 5});
}

TEST_CASE("evaluate: times compare as instants, whatever their units", "[expr][evaluate]") {
  using What = Temporal::What;
  const std::vector<Named> table = {
      column<std::int64_t>("d", {0, 19753, -1}, temporal_dtype({What::date, TimeUnit::days, {}})),
      column<std::int64_t>("us", {1, 19753LL * 86'400'000'000, -86'400'000'000},
                           temporal_dtype({What::timestamp, TimeUnit::microseconds, "UTC"})),
      column<std::int64_t>("ms", {0, 19753LL * 86'400'000 + 1, -86'400'000},
                           temporal_dtype({What::timestamp, TimeUnit::milliseconds, {}})),
      column<std::int64_t>("t", {0, 3600, 86399},
                           temporal_dtype({What::time, TimeUnit::seconds, {}}))};
  CHECK(rows_where("d = '2024-01-31'", table) == Rows{1});
  CHECK(rows_where("d >= date '1970-01-01'", table) == Rows{0, 1});
  CHECK(rows_where("us = '2024-01-31'", table) == Rows{1});
  CHECK(rows_where("us = timestamp '2024-01-31T02:00:00+02:00'", table) == Rows{1});
  CHECK(rows_where("us > '1970-01-01 00:00:00'", table) == Rows{0, 1});
  CHECK(rows_where("us <= '1970-01-01 00:00:00.0000009'", table) == Rows{2});
  CHECK(rows_where("d = us", table) == Rows{1, 2});
  CHECK(rows_where("d = ms", table) == Rows{0, 2});
  CHECK(rows_where("ms > us", table) == Rows{1});
  CHECK(rows_where("t = '01:00'", table) == Rows{1});
  CHECK(rows_where("t > time '23:59:58.999'", table) == Rows{2});
}

TEST_CASE("evaluate: a field is null where its struct is", "[expr][evaluate]") {
  auto a = test::column_of<std::int64_t>({1, 999, 2}, DType::primitive(PType::i32));
  const std::vector<Named> table = {
      {"s", test::struct_column({{"a", a.dtype}}, {a}, 3, {true, false, true})},
      column<std::string>("k", {"x", "y", "z"}, DType::utf8())};
  CHECK(rows_where("s.a > 500", table) == Rows{});
  CHECK(rows_where("s.a <> 1", table) == Rows{2});
  CHECK(rows_where("s.a is null", table) == Rows{1});
  CHECK(rows_where("s is null", table) == Rows{1});
  CHECK(rows_where("s is not null and k > 'x'", table) == Rows{2});
}

TEST_CASE("evaluate: rows that were dropped stay dropped", "[expr][evaluate]") {
  const auto table = nullable_table();
  ReadContext context;
  const auto reader = reader_of(table[0].column, context);
  for (const auto* text : {"x is null or x > 0", "true", "(x > 0) is not true", "not (x = 7)"}) {
    const auto predicate = test::must(parse_predicate(text, test::schema_of(table)));
    const std::vector<Reader*> readers(predicate.columns().size(), reader.get());
    Evaluator evaluator(predicate, readers, context);
    TileMask keep;
    test::must(evaluator.evaluate({0, 4}, keep));
    CHECK(keep.none());
    keep.set(2);
    test::must(evaluator.evaluate({0, 4}, keep));
    CHECK(keep.count() <= 1);
  }
}

TEST_CASE("evaluate: a reader of nulls serves any type", "[expr][evaluate]") {
  const auto schema = test::schema_of(nullable_table());
  ReadContext context;
  NullReader reader(3);
  const auto count = [&](std::string_view text) {
    const auto predicate = test::must(parse_predicate(text, schema));
    const std::vector<Reader*> readers(predicate.columns().size(), &reader);
    auto keep = TileMask::all(3);
    test::must(Evaluator(predicate, readers, context).evaluate({0, 3}, keep));
    return keep.count();
  };
  CHECK(count("x > 5") == 0);
  CHECK(count("not (x > 5)") == 0);
  CHECK(count("s <> 'a' or b") == 0);
  CHECK(count("x is null") == 3);
  CHECK(count("b is not true and s is null") == 3);
}

TEST_CASE("evaluate: a reader of the wrong shape is an error, not a misreading",
          "[expr][evaluate]") {
  const auto table = nullable_table();
  ReadContext context;
  const auto reader = reader_of(table[2].column, context);
  std::vector<Reader*> readers = {reader.get()};
  const auto predicate = test::must(parse_predicate("x > 5", test::schema_of(table)));
  auto keep = TileMask::all(4);
  const auto error = test::refused(Evaluator(predicate, readers, context).evaluate({0, 4}, keep));
  CHECK(error.code == Code::corrupt);
  CHECK(error.message == "column x: values of another kind than i32?");
}
