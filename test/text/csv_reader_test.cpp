#include "text/csv_reader.hpp"

#include <string>
#include <vector>

#include "dtype/text.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"
#include "text/csv_source.hpp"

namespace gyre {
namespace {

using test::csv_file;
using test::must;
using test::read_csv;
using test::refused;
using Rows = std::vector<std::string>;

std::pair<std::string, DType> typed(std::string column, std::string_view dtype) {
  return {std::move(column), must(parse_dtype(dtype))};
}

std::string message(std::string_view text, CsvOptions options = {}) {
  return refused(read_csv(csv_file(text), std::move(options))).message;
}

/// 3000 rows: numbers in v up to row 2499, then a word, and a fraction.
std::string late_change() {
  std::string text = "k,v,q\n";
  for (int k = 0; k < 3000; ++k) {
    const auto v = k == 2500 ? "seven" : k == 2800 ? "2.5" : std::to_string(3 * k);
    const auto q = k == 2500   ? "\"late, quoted\""
                   : k == 2800 ? std::string("w")
                               : fmt::format("w{}", k);
    text += std::to_string(k) + "," + v + "," + q + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("csv source: quotes tell an empty text from a missing one", "[text][csv]") {
  const auto table = must(read_csv(csv_file("id,s,n\n1,\"\",5\n2,,6\n3,\"x\",\n4,\" \",\"\"\n")));
  CHECK(table.columns == "id: i64, s: utf8, n: i64");
  CHECK(table.rows == Rows{"1||5", "2|null|6", "3|x|null", "4| |null"});
}

TEST_CASE("csv source: the byte order mark belongs to the file, not to the first name",
          "[text][csv]") {
  const auto table = must(
      read_csv(csv_file("\xef\xbb\xbf\"first, name\",\"n\"\r\n\"\xef\xbb\xbfkeep\",1\n\"b\",2\n")));
  CHECK(table.columns == "first, name: utf8, n: i64");
  CHECK(table.rows == Rows{"\xef\xbb\xbfkeep|1", "b|2"});
}

TEST_CASE("csv source: codes with leading zeros stay text unless a type is given", "[text][csv]") {
  const std::string text =
      "code,plain,zero,thousands,exp\n00420,420,0,\"1,200\",1e3\n10001,7,0,\"35\",2e0\n";
  const auto table = must(read_csv(csv_file(text)));
  CHECK(table.columns == "code: utf8, plain: i64, zero: i64, thousands: utf8, exp: f64");
  CHECK(table.rows == Rows{"00420|420|0|1,200|1000.0", "10001|7|0|35|2.0"});
  CsvOptions options;
  options.types = {typed("code", "i32")};
  const auto forced = must(read_csv(csv_file(text), options));
  CHECK(forced.columns == "code: i32, plain: i64, zero: i64, thousands: utf8, exp: f64");
  CHECK(forced.rows[0] == "420|420|0|1,200|1000.0");
}

TEST_CASE("csv source: whole numbers past 64 bits keep all digits", "[text][csv]") {
  const std::string text =
      "s,u,w,big\n"
      "-9223372036854775808,18446744073709551615,9223372036854775807,90000000000000000007\n"
      "9223372036854775807,,9223372036854775808,18446744073709551616\n"
      "0,0,1,\n";
  const auto table = must(read_csv(csv_file(text)));
  CHECK(table.columns == "s: i64, u: u64, w: u64, big: decimal(38,0)");
  CHECK(table.rows ==
        Rows{"-9223372036854775808|18446744073709551615|9223372036854775807|90000000000000000007",
             "9223372036854775807|null|9223372036854775808|18446744073709551616", "0|0|1|null"});
  CsvOptions options;
  options.types = {typed("w", "i64")};
  CHECK(message(text, options) ==
        "in.csv: line 3: column w: '9223372036854775808' does not fit i64");
}

TEST_CASE("csv source: a value that does not fit the guess widens the column", "[text][csv]") {
  CsvOptions options;
  options.sample_rows = 100;
  options.rows_per_batch = 256;
  const auto text = late_change();
  for (const unsigned threads : {1u, 3u}) {
    const auto table = must(read_csv(csv_file(text), options, threads));
    CHECK(table.columns == "k: i64, v: utf8, q: utf8");
    REQUIRE(table.rows.size() == 3000);
    CHECK(table.rows[2499] == "2499|7497|w2499");
    CHECK(table.rows[2500] == "2500|seven|late, quoted");
    CHECK(table.rows[2800] == "2800|2.5|w");
  }
}

TEST_CASE(
    "csv source: where the text cannot be read twice, the error names line, column, value and cure",
    "[text][csv]") {
  CsvOptions options;
  options.sample_rows = 100;
  CHECK(refused(read_csv(std::make_unique<test::PipeInput>(late_change()), options)).message ==
        "-: line 2502: column v: 'seven' does not fit i64, which the records before it suggest; "
        "--type v=utf8 reads "
        "both");
  options.types = {typed("v", "utf8")};
  CHECK(must(read_csv(std::make_unique<test::PipeInput>(late_change()), options)).rows[2500] ==
        "2500|seven|late, quoted");
}

TEST_CASE("csv source: the second restart has seen everything", "[text][csv]") {
  // Each value undoes the type before it, and the third column starts empty.
  const std::string text =
      "a,b,c\n1,1,\n2,2,\n2.5,3,\n4,18446744073709551615,\n9007199254740993,x,2031-04-07\n";
  CsvOptions options;
  options.sample_rows = 2;
  options.rows_per_batch = 1;
  const auto source = must(CsvSource::open(csv_file(text), options));
  CHECK(test::columns_of(source->schema()) == "a: i64, b: i64, c: utf8");
  int restarts = 0;
  for (;; ++restarts) {
    const auto read = read_all(*source);
    if (read) {
      CHECK(test::rows_of(*read) == Rows{"1.0|1|null", "2.0|2|null", "2.5|3|null",
                                         "4.0|18446744073709551615|null",
                                         "9007199254740993.0|x|2031-04-07"});
      break;
    }
    REQUIRE(source->wants_restart());
    must(source->restart());
    CHECK_FALSE(source->wants_restart());
  }
  CHECK(restarts == 2);
  CHECK(test::columns_of(source->schema()) == "a: decimal(18,1), b: utf8, c: date");
}

TEST_CASE("csv source: a column without values in the sample gets its type from the first one",
          "[text][csv]") {
  CsvOptions options;
  options.sample_rows = 1;
  options.rows_per_batch = 1;
  const std::string text = "a,b,c\n,\"\",\n,\"\",\n7,\"\",\"\"\n";
  const auto table = must(read_csv(csv_file(text), options));
  CHECK(table.columns == "a: i64, b: utf8, c: utf8");
  CHECK(table.rows == Rows{"null||null", "null||null", "7||"});
  CHECK(must(read_csv(std::make_unique<test::PipeInput>(text), options)).columns ==
        "a: utf8, b: utf8, c: utf8");
}

TEST_CASE("csv source: with sample_rows all the whole text is looked at first", "[text][csv]") {
  CsvOptions options;
  options.sample_rows = std::nullopt;
  options.rows_per_batch = 256;
  const auto source = must(CsvSource::open(csv_file(late_change()), options));
  CHECK(test::columns_of(source->schema()) == "k: i64, v: utf8, q: utf8");
  CHECK(test::rows_of(must(read_all(*source))).size() == 3000);
  CHECK_FALSE(source->wants_restart());
}

TEST_CASE("csv source: threads and blocks change no row", "[text][csv]") {
  std::string text = "id,s,tail\n";
  Rows wanted;
  for (int i = 0; i < 3000; ++i) {
    const auto filler = std::string(static_cast<std::size_t>(i * 7 % 90), 'f');
    text += std::to_string(i) + ",\"" + filler + "\r\n" + filler + "\"\"\",x\r\n";
    wanted.push_back(std::to_string(i) + "|" + filler + "\r\n" + filler + "\"|x");
  }
  CsvOptions options;
  for (const std::size_t block_size : {1, 13, 64, 4096, 1 << 18})
    for (const unsigned threads : {1u, 4u}) {
      options.block_size = block_size;
      options.rows_per_batch = 700;
      const auto source = must(CsvSource::open(csv_file(text), options));
      const auto batches = must(test::read_rows(*source, threads));
      CHECK(test::rows_of(batches) == wanted);
      // The 700 line ends of a batch are outside of quotes.
      REQUIRE(batches.size() == 5);
      CHECK(batches[0].rows == 700);
      CHECK(batches[4].rows == 200);
    }
}

TEST_CASE("csv source: ragged records name the line where they begin", "[text][csv]") {
  const std::string text = "a,b,c\n1,\"two\nlines\",3\n4,5\n6,7,8,9\n10,11,12\n";
  CHECK(message(text) == "in.csv: line 4: 2 fields, expected 3");
  CsvOptions options;
  options.ragged = Ragged::pad;
  CHECK(message(text, options) == "in.csv: line 5: 4 fields, expected 3");
  options.ragged = Ragged::skip;
  const auto source = must(CsvSource::open(csv_file(text), options));
  CHECK(test::rows_of(must(read_all(*source))) == Rows{"1|two\nlines|3", "10|11|12"});
  CHECK(source->skipped_records() == 2);
}

TEST_CASE("csv source: errors name the line and what stands there", "[text][csv]") {
  CHECK(message("id,word\n1,plain\n2,Malm\xf6\n3,x\n")
            .starts_with("in.csv: line 3: the text is not UTF-8; --encoding "));
  CHECK(message("a,b\n1,\"x\ny\"z\n") ==
        "in.csv: line 2: column b: text behind a closing quote: '\"x\\ny\"z'");
  CHECK(message("a,b\n\"x\ny\",\"u\n\"\"v\n") ==
        "in.csv: line 3: a quote opens here and is never closed");
  CHECK(message("\"a\"b,c\n1,2\n") ==
        "in.csv: line 1: the header has text behind a closing quote: '\"a\"b'");
  CHECK(message("") == "in.csv: the text is empty, expected a header");
  CHECK(message("\n\r\n") == "in.csv: the text is empty, expected a header");
  CsvOptions options;
  options.types = {typed("x", "i64")};
  CHECK(message("a\n1\n", options) == "in.csv: no column 'x', for which a type is given");
  options.types = {typed("a", "list(i64)")};
  CHECK(message("a\n1\n", options) ==
        "in.csv: column a: list(i64)? has no text form that could be read");
}

TEST_CASE("csv source: of several faults the first record's counts", "[text][csv]") {
  CsvOptions options;
  options.types = {typed("a", "i8"), typed("b", "i8")};
  CHECK(message("a,b\n1,1\n2,300\n400,4\n", options) ==
        "in.csv: line 3: column b: '300' does not fit i8");
  CHECK(message("a,b\n1,1\n400,300\n", options) ==
        "in.csv: line 3: column a: '400' does not fit i8");
}

TEST_CASE("csv source: every type reads its own text", "[text][csv]") {
  CsvOptions options;
  const std::vector<std::pair<std::string, std::string>> columns{
      {"i8", "-128"},
      {"i16", "-32768"},
      {"i32", "-2147483648"},
      {"i64", "-9223372036854775808"},
      {"u8", "255"},
      {"u16", "65535"},
      {"u32", "4294967295"},
      {"u64", "18446744073709551615"},
      {"f16", "0.1"},
      {"f32", "3.4028235e+38"},
      {"f64", "5e-324"},
      {"bool", "true"},
      {"decimal(5,2)", "-999.99"},
      {"decimal(76,1)", std::string(75, '9') + ".5"},
      {"utf8", "words that are longer"},
      {"binary", "00ff10"},
      {"date", "2031-04-07"},
      {"time(s)", "23:59:59"},
      {"time(us)", "00:00:00.000001"},
      {"timestamp(ms)", "1969-12-31T23:59:59.999"},
      {"timestamp(ns, UTC)", "2031-04-07T10:00:00.000000001Z"}};
  std::string header, values, nulls, wanted, missing;
  for (const auto& [dtype, value] : columns) {
    const auto comma = header.empty() ? "" : ",", bar = header.empty() ? "" : "|";
    header += fmt::format("{}\"{}\"", comma, dtype);
    values += comma + value;
    nulls += comma;
    wanted += bar + value;
    missing.append(bar).append("null");
    options.types.push_back(typed(dtype, dtype));
  }
  const auto table = must(
      read_csv(csv_file(header + "\n" + values + "\n" + nulls + "\n" + values + "\n"), options));
  CHECK(table.rows == Rows{wanted, missing, wanted});
}

TEST_CASE("csv source: values past a type's limits are refused", "[text][csv]") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"i8", "128"},
      {"i8", "-129"},
      {"u8", "-1"},
      {"u8", "256"},
      {"i32", "70000000000"},
      {"u32", "4294967296"},
      {"u64", "-1"},
      {"u64", "18446744073709551616"},
      {"i64", "1.0"},
      {"f16", "70000"},
      {"f32", "1e39"},
      {"decimal(5,2)", "1000.00"},
      {"decimal(5,2)", "1.005"},
      {"bool", "maybe"},
      {"date", "2031-02-29"},
      {"time(s)", "24:00:00"},
      {"timestamp(us)", "2031-02-28T00:00:00Z"},
      {"binary", "abc"}};
  for (const auto& [dtype, value] : cases) {
    CsvOptions options;
    options.types = {typed("n", dtype)};
    CHECK(message(fmt::format("m,n\nx,\ny,{}\n", value), options) ==
          fmt::format("in.csv: line 3: column n: '{}' does not fit {}", value, dtype));
  }
}

TEST_CASE("csv source: null words count only without quotes", "[text][csv]") {
  CsvOptions options;
  options.null_words = {"NA", "-"};
  const auto table = must(read_csv(csv_file("a,b\n1,NA\nNA,\"NA\"\n-,x\n"), options));
  CHECK(table.columns == "a: i64, b: utf8");
  CHECK(table.rows == Rows{"1|null", "null|NA", "null|x"});
}

TEST_CASE("csv source: headers may be missing, empty or double", "[text][csv]") {
  CsvOptions options;
  CHECK(must(read_csv(csv_file("a,,a,a_1,\"\"\n1,2,3,4,5\n"))).columns ==
        "a: i64, column1: i64, a_2: i64, a_1: i64, column4: i64");
  options.header = false;
  const auto table = must(read_csv(csv_file("\n1,x\n2,y\n"), options));
  CHECK(table.columns == "column0: i64, column1: utf8");
  CHECK(table.rows == Rows{"1|x", "2|y"});
}

TEST_CASE("csv source: a header alone is a table without rows", "[text][csv]") {
  const auto table = must(read_csv(csv_file("a,b")));
  CHECK(table.columns == "a: utf8, b: utf8");
  CHECK(table.rows.empty());
}

TEST_CASE("csv source: one column keeps its empty lines as nulls", "[text][csv]") {
  const auto table = must(read_csv(csv_file("v\nleft\n\n\"\"\nright\n\n")));
  CHECK(table.rows == Rows{"left", "null", "", "right", "null"});
}

TEST_CASE("csv source: other marks and text for all", "[text][csv]") {
  CsvOptions options;
  options.delimiter = ';';
  options.decimal_mark = ',';
  const std::string text = "place;amount\n\"a;b\";1204,7\nc;88,25\n";
  const auto table = must(read_csv(csv_file(text), options));
  CHECK(table.columns == "place: utf8, amount: f64");
  CHECK(table.rows == Rows{"a;b|1204.7", "c|88.25"});
  options.types = {typed("amount", "decimal(10,2)")};
  CHECK(must(read_csv(csv_file(text), options)).rows == Rows{"a;b|1204.70", "c|88.25"});
  options.types.clear();
  options.all_text = true;
  CHECK(must(read_csv(csv_file(text), options)).columns == "place: utf8, amount: utf8");
  options.quote = ';';
  CHECK(refused(read_csv(csv_file(text), options)).message == "delimiter and quote are both ';'");
}

TEST_CASE("csv source: dates and timestamps in given forms", "[text][csv]") {
  CsvOptions options;
  options.times.date = must(TimeForm::parse("%d.%m.%Y"));
  const std::string text = "day,at,n\n7.4.2031,2031-04-07 10:00:00,1\n\"8.4.2031\",,2\n";
  const auto table = must(read_csv(csv_file(text), options));
  CHECK(table.columns == "day: date, at: timestamp(us), n: i64");
  CHECK(table.rows == Rows{"2031-04-07|2031-04-07T10:00:00|1", "2031-04-08|null|2"});
  options.times.timestamp = must(TimeForm::parse("%d.%m.%Y %H:%M"));
  CHECK(must(read_csv(csv_file(text), options)).columns == "day: date, at: utf8, n: i64");
  options.types = {typed("at", "timestamp(us)")};
  CHECK(message(text, options) ==
        "in.csv: line 2: column at: '2031-04-07 10:00:00' does not fit timestamp(us)");
  options.times.timestamp = std::nullopt;
  options.types = {typed("day", "timestamp(s)")};
  CHECK(must(read_csv(csv_file(text), options)).rows[0] ==
        "2031-04-07T00:00:00|2031-04-07T10:00:00|1");
}

TEST_CASE("csv source: a delimiter may be guessed, from a pipe too", "[text][csv]") {
  CsvOptions options;
  options.guess_delimiter = true;
  const std::string text = "place;amount\n\"a;b\";1204,7\nc;88,25\n";
  CHECK(must(read_csv(csv_file(text), options)).columns == "place: utf8, amount: utf8");
  CHECK(must(read_csv(std::make_unique<test::PipeInput>(text), options)).rows ==
        Rows{"a;b|1204,7", "c|88,25"});
}

TEST_CASE("csv source: restart without need reads the same rows again", "[text][csv]") {
  for (const bool header : {true, false}) {
    CsvOptions options;
    options.header = header;
    options.rows_per_batch = 2;
    const auto source = must(CsvSource::open(csv_file("a,b\n1,x\n2,y\n3,z\n"), options));
    const auto first = test::rows_of(must(read_all(*source)));
    must(source->restart());
    CHECK(test::rows_of(must(read_all(*source))) == first);
    CHECK(first.size() == (header ? 3 : 4));
  }
}

}  // namespace gyre
