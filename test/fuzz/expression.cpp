#include <optional>
#include <string_view>

#include "array/column_sink.hpp"
#include "array/masked_reader.hpp"
#include "array/value_builder.hpp"
#include "array/zone_statistics.hpp"
#include "dtype/temporal.hpp"
#include "expr/evaluate.hpp"
#include "expr/prune.hpp"
#include "fuzz/expect.hpp"
#include "fuzz/input.hpp"

namespace gyre::fuzz {
namespace {

constexpr std::uint64_t table_rows = 96, zone_rows = 4;

Value number(std::int64_t value) { return {Int256::of(value)}; }
Value number(PType ptype, double value) { return {float_word(ptype, value)}; }
Value text(std::string value) { return {std::move(value)}; }

/// `values` over and over, one more row apart in each round, so that columns of all lengths meet.
Column repeated(const DType& dtype, const std::vector<Value>& values) {
  std::vector<Value> rows;
  for (std::uint64_t row = 0; row < table_rows; ++row)
    rows.push_back(values[(row + row / 16) % values.size()]);
  return column_of_values(rows, dtype);
}

struct Table {
  DType schema;
  std::vector<Column> columns;
};

Table make_table() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto floats = [&](PType ptype) {
    std::vector<Value> values{{}};
    for (const auto value : {0.0, -0.0, 1.5, -1.5, 0.1, 65504.0, infinity, -infinity, nan, 1e-7})
      values.push_back(number(ptype, value));
    return values;
  };
  const std::vector<Value> integers{{},         number(0),   number(1),   number(-1),  number(2),
                                    number(-7), number(100), number(127), number(-128)};
  const std::vector<Value> counts{number(0),   number(1),         number(5),
                                  number(100), number(INT64_MAX), {Int256::of(UINT64_MAX)}};
  const std::vector<Value> texts{
      {},        text(""),         text("a"),          text("ab"),
      text("b"), text("\xc3\xa9"), text("2024-01-31"), text("longer than a view")};
  const std::vector<Value> times{{}, number(0), number(19'753), number(-1), number(INT32_MAX)};
  const auto i64 = DType::primitive(PType::i64, true);
  const auto inner = DType::structure({{"a", i64}, {"t", DType::utf8(true)}}, true);
  std::vector<Value> structs{{}};
  for (std::size_t i = 0; i < integers.size(); ++i)
    structs.push_back({std::vector<Value>{integers[i], texts[i % texts.size()]}});

  std::vector<DType::Field> fields;
  Table table;
  const auto add = [&](std::string name, const DType& dtype, const std::vector<Value>& values) {
    fields.push_back({std::move(name), dtype});
    table.columns.push_back(repeated(dtype, values));
  };
  add("b", DType::boolean(true), {{}, {true}, {false}, {true}});
  add("i", DType::primitive(PType::i8, true), integers);
  add("n", i64, integers);
  add("u", DType::primitive(PType::u64), counts);
  add("f", DType::primitive(PType::f64, true), floats(PType::f64));
  add("g", DType::primitive(PType::f32, true), floats(PType::f32));
  add("h", DType::primitive(PType::f16, true), floats(PType::f16));
  add("t", DType::utf8(true), texts);
  add("y", DType::binary(true), texts);
  add("d", temporal_dtype({Temporal::What::date, TimeUnit::days, ""}, true), times);
  add("c", temporal_dtype({Temporal::What::time, TimeUnit::seconds, ""}, true),
      {{}, number(0), number(86'399)});
  add("l", temporal_dtype({Temporal::What::timestamp, TimeUnit::milliseconds, ""}, true), times);
  add("z", temporal_dtype({Temporal::What::timestamp, TimeUnit::microseconds, "UTC"}, true), times);
  add("m", DType::decimal(9, 2, true), integers);
  add("w", DType::decimal(50, 3, true), integers);
  add("s", inner, structs);
  add("an odd name", DType::primitive(PType::i32), {number(1), number(2), number(3)});
  add("x", DType::null(), {{}});
  table.schema = DType::structure(std::move(fields));
  return table;
}

const Table& table() {
  static const Table made = make_table();
  return made;
}

/// A mask for each tile would do for any table; this one has a single tile.
TileMask rows_where(const expr::Predicate& predicate, const TileMask& among, bool plain) {
  ReadContext context;
  context.plain = plain;
  std::vector<ReaderRef> readers;
  std::vector<Reader*> columns;
  for (const auto& column : predicate.columns()) {
    auto reader = reader_of(table().columns[column.path.front()], context);
    for (std::size_t i = 1; i < column.path.size(); ++i)
      reader = field_reader(std::move(reader), column.path[i], context);
    columns.push_back(reader.get());
    readers.push_back(std::move(reader));
  }
  expr::Evaluator evaluator(predicate, columns, context);
  auto keep = among;
  const auto done = evaluator.evaluate({0, table_rows}, keep);
  expect(done.has_value(), "what is bound cannot be evaluated");
  return keep;
}

/// The rows where it is true, whichever way they are found.
TileMask rows_where(const expr::Predicate& predicate) {
  const auto all = TileMask::all(table_rows);
  const auto rows = rows_where(predicate, all, false);
  expect(rows_where(predicate, all, true) == rows, "the plain way finds other rows");
  TileMask some;
  for (std::uint64_t row = 0; row < table_rows; row += 3) some.set(row);
  auto expected = rows;
  expected &= some;
  expect(rows_where(predicate, some, false) == expected, "among some rows it finds others");
  return rows;
}

/// Statistics of each zone of a column that a predicate looks at.
std::vector<Statistics> zones_of(const expr::BoundColumn& column) {
  const auto* at = &table().columns[column.path.front()];
  for (std::size_t i = 1; i < column.path.size(); ++i) at = &at->children[column.path[i]];
  return zone_statistics(*at, zone_rows);
}

void check_pruning(const expr::Predicate& predicate, const TileMask& is_true,
                   const TileMask& is_false) {
  std::vector<std::vector<Statistics>> zones;
  for (const auto& column : predicate.columns()) zones.push_back(zones_of(column));
  for (std::uint64_t zone = 0; zone < table_rows / zone_rows; ++zone) {
    const auto outcomes =
        expr::possible(predicate, [&](std::size_t column) { return &zones[column][zone]; });
    for (auto row = zone * zone_rows; row < (zone + 1) * zone_rows; ++row) {
      const bool possible = is_true.at(row)    ? outcomes.has_true
                            : is_false.at(row) ? outcomes.has_false
                                               : outcomes.has_null;
      expect(possible, "row {} is {}, which its zone's statistics deny", row,
             is_true.at(row)    ? "true"
             : is_false.at(row) ? "false"
                                : "null");
    }
  }
}

void check(std::string_view text) {
  (void)expr::parse_select(text);
  const auto syntax = expr::parse(text);
  if (!syntax) return;
  (void)expr::bind_column(*syntax, table().schema);
  const auto predicate = expr::bind(*syntax, table().schema);
  if (!predicate) return;
  const auto is_true = rows_where(*predicate);
  expr::Syntax negation;
  negation.what = expr::Syntax::What::negation;
  negation.children.push_back(*syntax);
  const auto negated = expr::bind(negation, table().schema);
  expect(negated.has_value(), "what binds does not when negated");
  const auto is_false = rows_where(*negated);
  auto both = is_true;
  expect((both &= is_false).none(), "a row is true and false");
  check_pruning(*predicate, is_true, is_false);
}

}  // namespace
}  // namespace gyre::fuzz

// An expression over a fixed table: parsed, bound, evaluated in all ways, and asked of statistics.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = gyre::fuzz::exact_copy(std::as_bytes(std::span(data, size)));
  gyre::fuzz::check(bytes.text());
  return 0;
}
