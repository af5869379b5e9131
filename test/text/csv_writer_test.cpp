#include "text/csv_writer.hpp"

#include <limits>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/must.hpp"
#include "text/csv_source.hpp"
#include "text/value_samples.hpp"

namespace gyre {
namespace {

using test::batch_of;
using test::must;
using test::words;

std::string written(const Batch& batch, const CsvWriteOptions& options = {}) {
  const auto formatter = must(make_csv_formatter(batch.schema, options));
  auto text = formatter->head();
  must(formatter->format(batch, text));
  return text + formatter->tail();
}

}  // namespace

TEST_CASE("csv writer: quotes stand only where they are needed", "[text][csv]") {
  const std::string plain = "a b", empty, comma = "a,b", quote = "say \"hi\"", line = "a\nb",
                    carriage = "\r", late = "twelve bytes, then a comma",
                    same = "twelve bytes and no comma";
  const auto batch = batch_of({{"s", test::texts("utf8?", {&plain, &empty, nullptr, &comma, &quote,
                                                           &line, &carriage, &late, &same})}});
  CHECK(written(batch) ==
        "s\na b\n\"\"\n\n\"a,b\"\n\"say \"\"hi\"\"\"\n\"a\nb\"\n\"\r\"\n\"twelve bytes, then a "
        "comma\"\n"
        "twelve bytes and no comma\n");
  CHECK(written(batch, {.delimiter = '\t', .header = false}).starts_with("a b\n\"\"\n\na,b\n"));
}

TEST_CASE("csv writer: names are fields like any other", "[text][csv]") {
  const auto batch =
      batch_of({{"a,b", words<std::int32_t>("i32", {})}, {"", words<std::int32_t>("i32", {})}});
  CHECK(written(batch) == "\"a,b\",\"\"\n");
}

TEST_CASE("csv writer: numbers and times keep all that they are", "[text][csv]") {
  constexpr auto nan = std::numeric_limits<double>::quiet_NaN();
  constexpr auto infinity = std::numeric_limits<float>::infinity();
  const auto i128_of = [](std::int64_t value) {
    return static_cast<u128>(static_cast<i128>(value));
  };
  const auto batch = batch_of({
      {"i", words<std::int64_t>("i64", {std::numeric_limits<std::int64_t>::min(), 0, 7})},
      {"u", words<std::uint64_t>("u64", {std::numeric_limits<std::uint64_t>::max(), 0, 7})},
      {"x", words<double>("f64?", {0.1, nan, 0}, {true, true, false})},
      {"f", words<float>("f32", {0.1f, -infinity, 16777216.0f})},
      {"h", words<std::uint16_t>("f16", {0x2e66, 0x7c00, 0x8000})},
      {"d", words<u128>("decimal(38,3)", {i128_of(12345), i128_of(-5), ~u128{0} >> 2})},
      {"b", test::bools({true, false, true})},
      {"day", words<std::int32_t>("date", {0, -1, 22376})},
      {"at", words<std::int64_t>("timestamp(us, UTC)", {0, -1, 1'500'000})},
      {"t", words<std::int32_t>("time(ms)", {0, 1, 86'399'999})},
  });
  CHECK(written(batch) ==
        "i,u,x,f,h,d,b,day,at,t\n"
        "-9223372036854775808,18446744073709551615,0.1,0.1,0.1,12.345,true,1970-01-01,"
        "1970-01-01T00:00:00Z,00:00:00\n"
        "0,0,NaN,-Infinity,Infinity,-0.005,false,1969-12-31,1969-12-31T23:59:59.999999Z,00:00:00."
        "001\n"
        "7,7,,16777216.0,-0.0,85070591730234615865843651857942052.863,true,2031-04-07,1970-01-"
        "01T00:00:01.5Z,"
        "23:59:59.999\n");
}

TEST_CASE("csv writer: what it writes of any type reads back the same", "[text][csv]") {
  const std::string text =
      "id,s,n,x,d,day,at,raw\n"
      "1,\"\",5,0.1,12.50,2031-04-07,2031-04-07T10:00:00.000001,00ff\n"
      "2,,6,1e+300,-0.07,,1969-12-31T00:00:00,\"\"\n"
      "3,\"x\"\"y\r\n,\",,,,1600-02-29,,\n"
      "4, ,,-0.0,,,,\n";
  CsvOptions options;
  options.types = {{"raw", DType::binary()}};
  const auto source = must(CsvSource::open(test::csv_file(text), options));
  const auto batches = must(read_all(*source));
  REQUIRE(batches.size() == 1);
  CHECK(written(batches[0]) == text);
  // Where any field may hold the delimiter, numbers are quoted too.
  options.delimiter = '0';
  const auto odd = written(batches[0], {.delimiter = '0'});
  const auto again = must(test::read_csv(test::csv_file(odd), options));
  CHECK(again.rows == test::rows_of(batches));
  CHECK(again.columns == test::columns_of(source->schema()));
}

TEST_CASE("csv writer: nested values are JSON in a field", "[text][csv]") {
  Column list;
  list.dtype = must(parse_dtype("list(utf8)?"));
  list.rows = 3;
  const std::string a = "a,\"b\"", b = "c";
  list.children.push_back(test::texts("utf8", {&a, &b}));
  const std::vector<std::int64_t> offsets{0, 2, 2, 2};
  list.buffers.push_back(Buffer::copy(std::as_bytes(std::span(offsets))));
  ValidityBuilder validity;
  for (const bool valid : {true, true, false}) validity.append(valid);
  validity.finish(list);
  Column nothing;
  nothing.rows = 3;
  CHECK(written(batch_of({{"l", list}, {"z", nothing}})) ==
        "l,z\n\"[\"\"a,\\\"\"b\\\"\"\"\",\"\"c\"\"]\",\n[],\n,\n");
}

TEST_CASE("csv writer: a table without columns and marks that clash are refused", "[text][csv]") {
  CHECK(test::refused(make_csv_formatter(DType::structure({}))).code == Code::invalid_argument);
  const auto schema = DType::structure({{"a", DType::utf8()}});
  CHECK(test::refused(make_csv_formatter(schema, {.delimiter = '"'})).code ==
        Code::invalid_argument);
  CHECK(test::refused(make_csv_formatter(schema, {.delimiter = '\n'})).code ==
        Code::invalid_argument);
}

}  // namespace gyre
