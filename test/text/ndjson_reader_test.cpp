#include "text/ndjson_reader.hpp"

#include <fmt/core.h>

#include <string>
#include <vector>

#include "dtype/text.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"
#include "text/csv_source.hpp"
#include "text/ndjson_writer.hpp"

namespace gyre {
namespace {

using test::must;
using test::refused;
using Rows = std::vector<std::string>;

Result<test::CsvTable> read(std::unique_ptr<ByteInput> input, TextOptions options = {},
                            unsigned threads = 1) {
  const auto source = GYRE_TRY(NdjsonSource::open(std::move(input), std::move(options)));
  const auto batches = GYRE_TRY(test::read_rows(*source, threads));
  return test::CsvTable{test::columns_of(source->schema()), test::rows_of(batches)};
}

test::CsvTable table(std::string_view text, TextOptions options = {}) {
  return must(read(test::csv_file(text), std::move(options)));
}

std::string message(std::string_view text, TextOptions options = {}) {
  return refused(read(std::make_unique<test::PipeInput>(text), std::move(options))).message;
}

/// The type of column v, given its values.
std::string type_of(std::initializer_list<std::string_view> values) {
  std::string text;
  for (const auto value : values) text.append("{\"v\":").append(value).append("}\n");
  return table(text).columns.substr(3);
}

}  // namespace

TEST_CASE("ndjson: columns come in the order of their first appearance, absent keys are null",
          "[text][json]") {
  const auto read =
      table("{\"b\":1,\"a\":\"x\"}\n{\"c\":true,\"b\":null}\r\n\n {\"a\" : \"y\" } \n");
  CHECK(read.columns == "b: i64, a: utf8, c: bool");
  CHECK(read.rows == Rows{"1|x|null", "null|null|true", "null|y|null"});
}

TEST_CASE("ndjson: numbers lose no digit", "[text][json]") {
  CHECK(type_of({"1", "-9223372036854775808"}) == "i64");
  CHECK(type_of({"18446744073709551615"}) == "u64");
  CHECK(type_of({"18446744073709551616", "-1"}) == "decimal(38,0)");
  CHECK(type_of({"1", "2.5", "1e300"}) == "f64");
  CHECK(type_of({"12.50", "3.20"}) == "f64");
  CHECK(type_of({"0.1000000000000000055511151231257827"}) == "decimal(38,34)");
  CHECK(type_of({"1e999"}) == "utf8");
  CHECK(table("{\"v\":1e999}\n{\"v\":-0.0}\n").rows == Rows{"1e999", "-0.0"});
}

TEST_CASE("ndjson: texts are no numbers, but may be dates", "[text][json]") {
  CHECK(type_of({"\"1\"", "\"2\""}) == "utf8");
  CHECK(type_of({"\"true\""}) == "utf8");
  CHECK(type_of({"\"2031-04-07\"", "null"}) == "date");
  CHECK(type_of({"\"2031-04-07T10:00:00Z\""}) == "timestamp(us, UTC)");
  CHECK(type_of({"\"2031-04-07\"", "\"\""}) == "utf8");
  CHECK(type_of({"true", "false"}) == "bool");
  CHECK(type_of({"null"}) == "utf8");
  TextOptions options;
  options.times.date = must(TimeForm::parse("%d.%m.%Y"));
  CHECK(table("{\"v\":\"7.4.2031\"}\n", options).rows == Rows{"2031-04-07"});
}

TEST_CASE("ndjson: objects are structs, arrays lists, and mixtures text", "[text][json]") {
  CHECK(type_of({"{\"a\":1}", "{\"b\":{\"c\":\"x\"},\"a\":2}"}) ==
        "struct(a: i64?, b: struct(c: utf8?)?)");
  CHECK(type_of({"[1,2]", "[]", "[2.5,null]"}) == "list(f64?)");
  CHECK(type_of({"[]"}) == "list(utf8?)");
  CHECK(type_of({"{}"}) == "utf8");
  const auto mixed = table(
      "{\"v\":1}\n{\"v\":\"x\\n\"}\n{\"v\":[1, {\"a\":\"b\"}]}\n{\"v\":null}\n{\"v\":true}\n");
  CHECK(mixed.columns == "v: utf8");
  CHECK(mixed.rows == Rows{"1", "x\n", "[1, {\"a\":\"b\"}]", "null", "true"});
  const auto nested =
      table("{\"v\":{\"a\":[{\"b\":1},{}],\"c\":null}}\n{\"v\":null}\n{\"v\":{}}\n");
  CHECK(nested.columns == "v: struct(a: list(struct(b: i64?)?)?, c: utf8?)");
  CHECK(nested.rows ==
        Rows{"{\"a\":[{\"b\":1},{\"b\":null}],\"c\":null}", "null", "{\"a\":null,\"c\":null}"});
}

TEST_CASE("ndjson: escapes say what they stand for", "[text][json]") {
  const auto read = table(
      "{\"s\":\"q\\\"\\\\\\/\\b\\f\\n\\r\\t\"}\n"
      "{\"s\":\"\\u00e9\\u20AC\\ud83d\\ude00\"}\n"
      "{\"\\u0073\":\"\\u0000 and a text that is longer than a view\"}\n");
  CHECK(read.columns == "s: utf8");
  CHECK(read.rows == Rows{"q\"\\/\b\f\n\r\t", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
                          std::string(1, '\0') + " and a text that is longer than a view"});
}

TEST_CASE("ndjson: what is no JSON object is refused, with its line", "[text][json]") {
  const auto at_line_2 = [](std::string_view line) {
    const auto text = message(fmt::format("{{\"a\":1}}\n{}\n", line));
    CHECK(text.starts_with("-: line 2: "));
    return text.substr(std::min(text.size(), std::string_view("-: line 2: ").size()));
  };
  CHECK(at_line_2("[1]") == "expected a JSON object");
  CHECK(at_line_2("null") == "expected a JSON object");
  CHECK(at_line_2("{\"a\":1} x") == "text behind the JSON object");
  CHECK(at_line_2("{\"a\":1}{\"a\":2}") == "text behind the JSON object");
  CHECK(at_line_2("{\"a\" 1}") == "no JSON at byte 6, expected ':'");
  CHECK(at_line_2("{\"a\":1") == "no JSON at byte 7, expected ',' or '}'");
  CHECK(at_line_2("{a:1}") == "no JSON at byte 2, expected '\"'");
  CHECK(at_line_2("{\"a\":1,}") == "no JSON at byte 8, expected '\"'");
  CHECK(at_line_2("{\"a\":}") == "column a: no JSON at byte 6, expected a value");
  for (const auto* value : {"01",
                            "+1",
                            ".5",
                            "1.",
                            "1e",
                            "-",
                            "NaN",
                            "nul",
                            "'x'",
                            "\"\\x\"",
                            "\"\\u12g4\"",
                            "\"\\ud800\"",
                            "\"\\ud800\\u0041\"",
                            "\"\\udc00\"",
                            "\"open",
                            "\"tab\tin\"",
                            "[1 2]",
                            "[1,]",
                            "\"\\",
                            "\"\\\""})
    CHECK(at_line_2(fmt::format("{{\"a\":{}}}", value)).starts_with("column a: "));
  CHECK(at_line_2("{\"a\":1,\"a\":1}") == "key 'a' comes twice");
  CHECK(message("{\"a\":{\"b\":1}}\n{\"a\":{\"b\":1,\"b\":1}}\n") ==
        "-: line 2: column a: key 'b' comes twice");
  CHECK(message("{\"a\":\"Malm\xf6\"}\n").starts_with("-: line 1: the text is not UTF-8"));
  CHECK(message("") == "-: expected a JSON object with keys in the first line");
}

TEST_CASE("ndjson: nesting past the limit is refused and not followed", "[text][json]") {
  const std::string open(63, '['), close(63, ']');
  CHECK(type_of({open + close}).starts_with("list(list(list("));
  const auto deep = "{\"v\":" + std::string(100'000, '[') + "}\n";
  CHECK(message("{\"v\":1}\n" + deep) == "-: line 2: column v: nested deeper than 64");
}

TEST_CASE("ndjson: what the sample did not have widens the types", "[text][json]") {
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    const auto v = i == 2500 ? "\"seven\"" : std::to_string(3 * i);
    text += fmt::format("{{\"k\":{},\"v\":{}{}}}\n", i, v, i == 2800 ? ",\"late\":[0.5]" : "");
  }
  TextOptions options;
  options.sample_rows = 100;
  options.rows_per_batch = 256;
  for (const unsigned threads : {1u, 3u}) {
    const auto read_all = must(read(test::csv_file(text), options, threads));
    CHECK(read_all.columns == "k: i64, v: utf8, late: list(f64?)");
    REQUIRE(read_all.rows.size() == 3000);
    CHECK(read_all.rows[2500] == "2500|seven|null");
    CHECK(read_all.rows[2800] == "2800|8400|[0.5]");
  }
  CHECK(
      message(text, options) ==
      "-: line 2501: column v: '\"seven\"' does not fit i64, which the records before it suggest; "
      "--type v=utf8 reads both");
  options.types = {{"v", DType::utf8()}};
  CHECK(message(text, options) ==
        "-: line 2801: key 'late' is not in the records before it; --type late=utf8 reads it");
  options.types.emplace_back("late", must(parse_dtype("list(f32)")));
  const auto given = must(read(std::make_unique<test::PipeInput>(text), options));
  CHECK(given.columns == "k: i64, v: utf8, late: list(f32)");
  CHECK(given.rows[2800] == "2800|8400|[0.5]");
}

TEST_CASE("ndjson: a value that was null in the sample gets its type from the first one",
          "[text][json]") {
  TextOptions options;
  options.sample_rows = 1;
  options.rows_per_batch = 1;
  const std::string text = "{\"a\":null,\"l\":[]}\n{\"a\":7,\"l\":[[1]]}\n";
  CHECK(table(text, options).columns == "a: i64, l: list(list(i64?)?)");
  CHECK(must(read(std::make_unique<test::PipeInput>(text), options)).columns ==
        "a: utf8, l: list(utf8?)");
}

TEST_CASE("ndjson: types that are given win, and say what does not fit", "[text][json]") {
  TextOptions options;
  const auto typed = [&](std::string column, std::string_view dtype) {
    options.types = {{std::move(column), must(parse_dtype(dtype))}};
  };
  typed("v", "i32");
  CHECK(table("{\"v\":\"00420\"}\n{\"v\":7}\n", options).rows == Rows{"420", "7"});
  CHECK(message("{\"v\":1}\n{\"v\":[1]}\n", options) ==
        "-: line 2: column v: '[1]' does not fit i32");
  CHECK(message("{\"v\":3000000000}\n", options) ==
        "-: line 1: column v: '3000000000' does not fit i32");
  typed("v", "json");
  CHECK(table("{\"v\":\"x\"}\n{\"v\":{\"a\": 1}}\n", options).rows == Rows{"\"x\"", "{\"a\": 1}"});
  typed("v", "binary");
  CHECK(table("{\"v\":\"00ff\"}\n", options).rows == Rows{"00ff"});
  typed("v", "bool");
  CHECK(table("{\"v\":\"yes\"}\n{\"v\":0}\n", options).rows == Rows{"true", "false"});
  typed("v", "list(u8, 2)");
  CHECK(table("{\"v\":[1,2]}\n{\"v\":null}\n", options).rows == Rows{"[1,2]", "null"});
  CHECK(message("{\"v\":[1,2,3]}\n", options) ==
        "-: line 1: column v: '[1,2,3]' does not fit list(u8, 2)");
  typed("v", "struct(a: date)");
  CHECK(message("{\"v\":{\"a\":\"x\"}}\n", options) ==
        "-: line 1: column v.a: '\"x\"' does not fit date");
  CHECK(message("{\"v\":{\"b\":1}}\n", options) ==
        "-: line 1: column v: key 'b' is not in its type");
  typed("w", "i64");
  CHECK(refused(read(test::csv_file("{\"v\":1}\n"), options)).message ==
        "in.csv: no column 'w', for which a type is given");
  options.types.clear();
  options.all_text = true;
  CHECK(table("{\"v\":1.50}\n", options).columns == "v: utf8");
  CHECK(table("{\"v\":1.50}\n", options).rows == Rows{"1.50"});
}

TEST_CASE("ndjson: threads and blocks change no row", "[text][json]") {
  std::string text;
  for (int i = 0; i < 2000; ++i)
    text += fmt::format("{{\"i\":{},\"s\":\"{}\",\"l\":[{}]}}\n", i,
                        std::string(static_cast<std::size_t>(i % 50), 'x'), i % 7);
  TextOptions options;
  const auto wanted = table(text).rows;
  for (const std::size_t block_size : {1, 64, 1 << 18})
    for (const unsigned threads : {1u, 4u}) {
      options.block_size = block_size;
      options.rows_per_batch = 300;
      CHECK(must(read(test::csv_file(text), options, threads)).rows == wanted);
    }
}

TEST_CASE("ndjson: what is written of any type reads back the same", "[text][json]") {
  const std::string text =
      "{\"i\":-5,\"u\":18446744073709551615,\"f\":0.1,\"s\":\"q\\\"\\n\",\"d\":\"2031-04-07\","
      "\"t\":\"2031-04-07T10:00:00.5Z\",\"n\":{\"l\":[[1,null],[]],\"b\":true}}\n"
      "{\"i\":null,\"u\":null,\"f\":null,\"s\":null,\"d\":null,\"t\":null,\"n\":null}\n";
  const auto source = must(NdjsonSource::open(test::csv_file(text), {}));
  const auto batches = must(read_all(*source));
  REQUIRE(batches.size() == 1);
  std::string written;
  must(make_ndjson_formatter(source->schema())->format(batches[0], written));
  CHECK(written == text);
}

TEST_CASE("ndjson: records that cannot be read are left out where that is asked for",
          "[text][json]") {
  const std::string text =
      "{\"a\":1}\n{\"a\":\n{\"a\":[2]}\n{\"a\":3}\n\"x\"\n{\"a\":\"Malm\xf6\"}\n{\"a\":4}\n";
  StringOutput* output = nullptr;
  RefusedRecords left([&]() -> Result<std::unique_ptr<ByteOutput>> {
    auto made = std::make_unique<StringOutput>();
    output = made.get();
    return made;
  });
  TextOptions options;
  options.types = {{"a", DType::primitive(PType::i64)}};
  options.skip_bad = true;
  options.refused = &left;
  options.rows_per_batch = 2;
  CHECK(must(read(test::csv_file(text), options, 3)).rows == Rows{"1", "3", "4"});
  CHECK(left.summary() == "in.csv: 4 records left out (lines 2, 3, 5, 6)");
  REQUIRE(output);
  CHECK(output->text == "{\"a\":\n{\"a\":[2]}\n\"x\"\n{\"a\":\"Malm\xf6\"}\n");
}

TEST_CASE("ndjson: the values of several texts give the types of all their lines in one",
          "[text][json]") {
  const std::vector<std::string> lines{
      R"({"a":1,"b":[1,{"x":2}],"c":null})", R"({"a":2.5,"b":[{"x":"t","y":true}],"d":{}})",
      R"({"b":[],"c":"2031-04-07","d":{"k":[1]}})", R"({"c":"x","a":"mixed","e":[[1],[0.5]]})",
      R"({"d":{"k":["x"]},"e":[1]})"};
  const auto joined = [&](std::size_t first, std::size_t last) {
    std::string text;
    for (auto i = first; i < last; ++i) text += lines[i] + "\n";
    return text;
  };
  const auto values = [](std::string_view text) {
    TextOptions options;
    options.others = std::make_shared<TextValues>();
    return must(NdjsonSource::open(test::csv_file(text), options))->values();
  };
  const auto expected = must(NdjsonSource::open(test::csv_file(joined(0, lines.size())), {}));
  for (std::size_t i = 0; i <= lines.size(); ++i)
    for (std::size_t j = i; j <= lines.size(); ++j) {
      auto all = values(joined(0, i));
      must(all.merge(values(joined(i, j))));
      must(all.merge(values(joined(j, lines.size()))));
      CHECK(must(NdjsonSource::schema_beside({}, all)) == expected->schema());
    }
}

TEST_CASE("ndjson: beside other texts, their keys are columns too", "[text][json]") {
  TextOptions options;
  options.others = std::make_shared<TextValues>(
      must(NdjsonSource::open(test::csv_file("{\"b\":1.5,\"a\":{\"x\":1}}\n"), {}))->values());
  const auto read = table("{\"a\":{\"y\":2},\"c\":1}\n", options);
  CHECK(read.columns == "b: f64, a: struct(x: i64?, y: i64?), c: i64");
  CHECK(read.rows == Rows{"null|{\"x\":null,\"y\":2}|1"});
}

TEST_CASE("ndjson: texts together may not have more keys than one", "[text][json]") {
  TextValues all;
  Result<void> merged;
  for (int file = 0; file < 3 && merged; ++file) {
    std::string text = "{";
    for (int key = 0; key < 4'000; ++key)
      text += fmt::format("{}\"{}_{}\":1", key > 0 ? "," : "", file, key);
    merged = all.merge(must(NdjsonSource::open(test::csv_file(text + "}\n"), {}))->values());
  }
  CHECK(refused(merged).message == "more than 10000 different keys");
}

}  // namespace gyre
