#include "text/ndjson_writer.hpp"

#include <limits>
#include <string>
#include <vector>

#include "base/decimal_text.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"
#include "text/value_samples.hpp"

namespace gyre {
namespace {

using test::batch_of;
using test::must;
using test::words;

std::string written(const Batch& batch) {
  std::string text;
  must(make_ndjson_formatter(batch.schema)->format(batch, text));
  return text;
}

u128 number(std::string_view digits) { return truncate<u128>(parse_decimal(digits)->value); }

Column struct_of(std::vector<std::pair<std::string, Column>> fields) {
  auto batch = batch_of(std::move(fields));
  Column column;
  column.dtype = batch.schema;
  column.rows = batch.rows;
  column.children = std::move(batch.columns);
  return column;
}

}  // namespace

TEST_CASE("ndjson: values that JSON lacks or readers round", "[text][json]") {
  constexpr auto nan = std::numeric_limits<double>::quiet_NaN();
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  const std::string quoted = "q\"\\\a ", control("\0\xc3\xa9\n", 4), empty, bytes("\0\xff", 2);
  const auto batch = batch_of({
      {"i", words<std::int64_t>("i64", {INT64_MAX, INT64_MIN, 9007199254740993})},
      {"u", words<std::uint64_t>("u64", {UINT64_MAX, 0, 9007199254740993})},
      {"x", words<double>("f64", {nan, -infinity, 0.1})},
      {"f", words<float>("f32", {-0.0f, static_cast<float>(infinity), 0.1f})},
      {"h", words<std::uint16_t>("f16", {0x7e00, 0xfc00, 0x3c00})},
      {"d", words<u128>("decimal(23,3)?", {number("12345678901234567890.123"), number("-0.001"), 0},
                        {true, true, false})},
      {"s", test::texts("utf8", {&quoted, &control, &empty})},
      {"b", test::texts("binary?", {&bytes, &empty, nullptr})},
      {"t", words<std::int64_t>("timestamp(us)?", {1'925'089'445'000'006, 0, -86'400'000'000},
                                {true, false, true})},
  });
  CHECK(written(batch) ==
        "{\"i\":9223372036854775807,\"u\":18446744073709551615,\"x\":null,\"f\":-0.0,\"h\":null,"
        "\"d\":12345678901234567890.123,\"s\":\"q\\\"\\\\\\u0007 "
        "\",\"b\":\"00ff\",\"t\":\"2031-01-02T03:04:05.000006\"}\n"
        "{\"i\":-9223372036854775808,\"u\":0,\"x\":null,\"f\":null,\"h\":null,\"d\":-0.001,"
        "\"s\":\"\\u0000\xc3\xa9\\n\",\"b\":\"\",\"t\":null}\n"
        "{\"i\":9007199254740993,\"u\":9007199254740993,\"x\":0.1,\"f\":0.1,\"h\":1.0,\"d\":null,"
        "\"s\":\"\",\"b\":null,"
        "\"t\":\"1969-12-31T00:00:00\"}\n");
}

TEST_CASE("ndjson: structs and lists are objects and arrays, names are escaped", "[text][json]") {
  const std::string text = "x";
  auto list = Column();
  list.dtype = must(parse_dtype("list(date)"));
  list.rows = 1;
  const std::vector<std::int64_t> offsets{0, 2};
  list.buffers.push_back(Buffer::copy(std::as_bytes(std::span(offsets))));
  list.children.push_back(words<std::int32_t>("date?", {0, 1}, {true, false}));
  list.dtype = DType::list(list.children[0].dtype);
  const auto batch = batch_of({{"a\"b", struct_of({{"n", words<std::int8_t>("i8", {-1})},
                                                   {"s", test::texts("utf8", {&text})}})},
                               {"l", list},
                               {"ok", test::bools({true})}});
  CHECK(written(batch) ==
        "{\"a\\\"b\":{\"n\":-1,\"s\":\"x\"},\"l\":[\"1970-01-01\",null],\"ok\":true}\n");
}

TEST_CASE("json: batches become one array", "[text][json]") {
  const auto rows = [](std::vector<std::int32_t> values) {
    return batch_of({{"n", words("i32", values)}});
  };
  StringOutput output;
  {
    JsonArrayOutput array(output, rows({}).schema);
    // Pieces are prepared in any order and put down in the order of rows.
    const auto last = must(array.prepare(rows({3}), 1));
    const auto none = must(array.prepare(rows({}), 0));
    const auto first = must(array.prepare(rows({1, 2}), 0));
    must(first());
    must(none());
    must(last());
    must(array.finish());
  }
  CHECK(output.text == "[\n{\"n\":1},\n{\"n\":2},\n{\"n\":3}\n]\n");
  output.text.clear();
  JsonArrayOutput empty(output, rows({}).schema);
  must(must(empty.prepare(rows({}), 0))());
  must(empty.finish());
  CHECK(output.text == "[]\n");
}

TEST_CASE("ndjson writer: names that an object cannot hold twice are refused, at any depth",
          "[text][json]") {
  const auto number = DType::primitive(PType::i64);
  const auto twice = DType::structure({{"k", number}, {"k", number}});
  must(check_json_names(DType::structure({{"", number}, {"k", DType::structure({{"", number}})}})));
  CHECK(test::refused(check_json_names(twice)).message ==
        "column k comes twice, and a JSON object has a key once; --select renames one");
  for (const auto& dtype : {twice, DType::list(twice), DType::map(DType::utf8(), twice, false),
                            DType::structure({{"a", DType::fixed_size_list(twice, 2)}})})
    CHECK(test::refused(check_json_names(DType::structure({{"s", dtype}}))).message ==
          "column s: the name k comes twice, and a JSON object has a key once");
}

}  // namespace gyre
