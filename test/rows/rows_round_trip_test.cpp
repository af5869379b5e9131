#include "dtype/temporal.hpp"
#include "dtype/text.hpp"
#include "io/decompressed_input.hpp"
#include "rows/proto_text.hpp"
#include "rows/rows_data.hpp"
#include "support/difference.hpp"
#include "support/samples.hpp"

namespace gyre {
namespace {

using test::must;

/// Where columns that were written and read again, by the .proto of what was written, are not what they were.
std::string round_trip_difference(const Batch& batch, RowContainer container) {
  const auto proto = to_proto(must(row_schema_of(batch.schema)));
  RowsOptions options;
  options.schema = must(parse_proto(proto));
  if (options.schema->dtype != batch.schema) return "another schema by:\n" + proto;
  auto input = test::rows_input(must(test::written(batch.schema, {batch}, container)));
  const auto source = must(read_rows(must(io::decompressed(std::move(input))), options));
  std::uint64_t row = 0;
  for (const auto& got : must(read_all(*source))) {
    for (std::size_t i = 0; i < batch.columns.size(); ++i) {
      const auto expected = slice(batch.columns[i], row, row + got.rows);
      if (auto found = test::difference(got.columns[i], expected); !found.empty()) return found;
    }
    row += got.rows;
  }
  return row == batch.rows ? "" : fmt::format("{} rows of {}", row, batch.rows);
}

Batch one_column(const Column& column) {
  return {DType::structure({{"value", column.dtype}}), column.rows, {column}};
}

}  // namespace

TEST_CASE("rows: values of every type are the same after they were written and read", "[rows]") {
  for (const std::string_view text : {"bool",
                                      "i8",
                                      "i16",
                                      "i32",
                                      "i64",
                                      "u8",
                                      "u16",
                                      "u32",
                                      "u64",
                                      "f16",
                                      "f32",
                                      "f64",
                                      "utf8",
                                      "binary",
                                      "date",
                                      "date(ms)",
                                      "time(s)",
                                      "time(ns)",
                                      "timestamp(us, UTC)",
                                      "timestamp(ns, Europe/Rome)",
                                      "decimal(9,2)",
                                      "decimal(38,10)",
                                      "decimal(76,0)",
                                      "decimal(5,-3)",
                                      "decimal(20,20)",
                                      "uuid",
                                      "json"}) {
    for (const bool nullable : {false, true}) {
      const auto dtype = must(parse_dtype(text)).with_nullable(nullable);
      for (const auto& column : test::samples(dtype)) {
        INFO(to_text(dtype) << ", " << column.rows << " rows");
        CHECK(round_trip_difference(one_column(column), RowContainer::plain) == "");
      }
    }
  }
}

TEST_CASE("rows: lists, maps and structs of anything are the same, nulls at every level too",
          "[rows]") {
  for (const std::string_view text :
       {"list(i32)", "list(i32)?", "list(utf8?)", "list(list(f64)?)?", "list(bool, 3)",
        "list(bool?, 3)?", "list(u8, 5)", "list(list(i8, 2), 2)", "list(struct(a: i64, b: utf8?))",
        "list(struct(a: i64, b: list(i8?)?)?)?", "map(utf8, i64)", "map(utf8, list(utf8)?)?",
        "struct(a: struct(b: struct(c: i16?)?)?, d: list(date))?", "struct()", "struct()?", "null",
        "list(null)", "list(decimal(4,2))", "list(timestamp(ms))"}) {
    const auto dtype = must(parse_dtype(text));
    for (const auto pattern : {test::Pattern::small, test::Pattern::runs})
      for (const auto nulls : {test::Nulls::none, test::Nulls::some, test::Nulls::all}) {
        INFO(text);
        CHECK(round_trip_difference(one_column(test::sample(dtype, 700, pattern, nulls)),
                                    RowContainer::plain) == "");
      }
  }
  const auto nested =
      test::sample(test::nested_dtype(), 1025, test::Pattern::full_range, test::Nulls::some);
  CHECK(round_trip_difference(one_column(nested), RowContainer::plain) == "");
}

TEST_CASE("rows: every container holds the same rows", "[rows]") {
  const auto dtype = DType::structure({{"a", DType::primitive(PType::i64, true)},
                                       {"b", DType::utf8()},
                                       {"c", DType::primitive(PType::f16)}});
  for (const std::uint64_t rows : {0, 1, 999, 1000, 1001, 5000}) {
    Batch batch{dtype, rows, {}};
    for (std::size_t i = 0; i < dtype.field_count(); ++i)
      batch.columns.push_back(
          test::sample(dtype.field(i), rows, test::Pattern::full_range, test::Nulls::some, 7 + i));
    const auto plain = must(test::written(dtype, {batch}));
    for (const auto container : {RowContainer::plain, RowContainer::gzip, RowContainer::blocks}) {
      CHECK(round_trip_difference(batch, container) == "");
      // In two batches the bytes inside are the same.
      if (rows < 2) continue;
      const auto first = first_rows(batch, rows / 2);
      Batch second{dtype, rows - rows / 2, {}};
      second.first_row = rows / 2;
      for (const auto& column : batch.columns)
        second.columns.push_back(slice(column, rows / 2, rows));
      auto parts = must(io::decompressed(
          test::rows_input(must(test::written(dtype, {first, second}, container)))));
      std::string bytes(plain.size() + 1, '\0');
      std::size_t size = 0;
      while (const auto got =
                 must(parts->read(std::as_writable_bytes(std::span(bytes)).subspan(size))))
        size += got;
      bytes.resize(size);
      CHECK(bytes == plain);
      if (container == RowContainer::blocks)
        CHECK(must(test::written(dtype, {first, second}, container)) ==
              must(test::written(dtype, {batch}, container)));
    }
  }
}

TEST_CASE("rows: the size of blocks in which a stream is read changes nothing", "[rows]") {
  const auto dtype = DType::structure(
      {{"a", DType::primitive(PType::i32, true)}, {"b", DType::list(DType::utf8())}});
  Batch batch{dtype, 3000, {}};
  for (std::size_t i = 0; i < 2; ++i)
    batch.columns.push_back(
        test::sample(dtype.field(i), 3000, test::Pattern::small, test::Nulls::some));
  const auto bytes = must(test::written(dtype, {batch}));
  for (const std::size_t block : {1, 7, 100, 4096, 1 << 20}) {
    RowsOptions options;
    options.schema = must(row_schema_of(dtype));
    options.block_bytes = block;
    std::uint64_t row = 0;
    for (const auto& got : must(test::read_stream(bytes, options))) {
      for (std::size_t i = 0; i < 2; ++i)
        CHECK(test::difference(got.columns[i], slice(batch.columns[i], row, row + got.rows)) == "");
      row += got.rows;
    }
    CHECK(row == 3000);
  }
}

}  // namespace gyre
