#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/must.hpp"
#include "text/csv_source.hpp"
#include "text/refused_records.hpp"

namespace gyre {
namespace {

using test::must;
using Rows = std::vector<std::string>;

/// Reads text and leaves out what cannot be read.
struct Refusal {
  explicit Refusal(std::string_view text, CsvOptions options = {}, unsigned threads = 1) {
    RefusedRecords refused([this]() -> Result<std::unique_ptr<ByteOutput>> {
      auto made = std::make_unique<StringOutput>();
      output = made.get();
      return made;
    });
    options.skip_bad = true;
    options.refused = &refused;
    table = must(test::read_csv(test::csv_file(text), std::move(options), threads));
    if (refused.count() > 0) summary = refused.summary();
    left_out = output->text;
  }

  StringOutput* output = nullptr;
  test::CsvTable table;
  std::string summary, left_out;
};

}  // namespace

TEST_CASE("csv refused: records of every fault are left out, and kept as they were",
          "[text][csv]") {
  CsvOptions options;
  options.types = {{"b", DType::primitive(PType::i8)}};
  const std::string text =
      "a,b\n1,2\n3\n4,5,6\n7,\"8\"x\n\"two\nlines\",300\r\nMalm\xf6,9\n10,eleven\n12,13\n";
  for (const unsigned threads : {1u, 3u}) {
    options.rows_per_batch = threads == 1 ? 100 : 2;
    const Refusal read(text, options, threads);
    CHECK(read.table.rows == Rows{"1|2", "12|13"});
    CHECK(read.left_out == "3\n4,5,6\n7,\"8\"x\n\"two\nlines\",300\nMalm\xf6,9\n10,eleven\n");
    CHECK(read.summary == "in.csv: 6 records left out (lines 3, 4, 5, 6, 8, 9)");
  }
}

TEST_CASE("csv refused: a guess becomes wider before a record is left out", "[text][csv]") {
  CsvOptions options;
  options.sample_rows = 1;
  options.rows_per_batch = 2;
  const Refusal read("a,b\n1,x\n2,y\nthree,z\n4\n", options);
  CHECK(read.table.columns == "a: utf8, b: utf8");
  CHECK(read.table.rows == Rows{"1|x", "2|y", "three|z"});
  CHECK(read.left_out == "4\n");
  CHECK(read.summary == "in.csv: 1 record left out (line 5)");
}

TEST_CASE("csv refused: padded records are kept, longer ones left out", "[text][csv]") {
  CsvOptions options;
  options.ragged = Ragged::pad;
  options.types = {{"a", DType::primitive(PType::i64)}};
  const Refusal read("a,b,c\n1\nx\n1,2,3,4\n5,6", options);
  CHECK(read.table.rows == Rows{"1|null|null", "5|6|null"});
  CHECK(read.left_out == "x\n1,2,3,4\n");
}

TEST_CASE("csv refused: many records in one block", "[text][csv]") {
  CsvOptions options;
  options.types = {{"a", DType::primitive(PType::i64)}, {"b", DType::primitive(PType::i64)}};
  std::string text = "a,b\n", left_out;
  Rows rows;
  for (int i = 0; i < 5000; ++i) {
    const auto line = fmt::format("{}{},{}{}", i % 3 == 0 ? "x" : "", i, i % 5 == 0 ? "y" : "", i);
    text += line + "\n";
    if (i % 3 == 0 || i % 5 == 0) {
      left_out += line + "\n";
    } else {
      rows.push_back(fmt::format("{}|{}", i, i));
    }
  }
  const Refusal read(text, options);
  CHECK(read.table.rows == rows);
  CHECK(read.left_out == left_out);
}

TEST_CASE("csv refused: without an output records are only counted", "[text][csv]") {
  RefusedRecords refused;
  CsvOptions options;
  options.ragged = Ragged::skip;
  options.refused = &refused;
  CHECK(must(test::read_csv(test::csv_file("a,b\n1\n2,3\n"), options)).rows == Rows{"2|3"});
  CHECK(refused.summary() == "in.csv: 1 record left out (line 2)");
  must(refused.finish());
}

TEST_CASE("csv refused: records of several texts stay in the order of the texts", "[text][csv]") {
  StringOutput* output = nullptr;
  RefusedRecords refused([&]() -> Result<std::unique_ptr<ByteOutput>> {
    auto made = std::make_unique<StringOutput>();
    output = made.get();
    return made;
  });
  must(refused.start());
  refused.start_text(0, "a.csv");
  must(refused.add(1, {{7, "late"}}));
  refused.start_text(2, "b.csv");
  refused.start_text(2, "c.csv");
  must(refused.add(2, {{2, "other"}, {3, "one"}}));
  CHECK(refused.count() == 0);
  must(refused.add(0, {{4, "first"}}));
  CHECK(output->text == "first\nlate\nother\none\n");
  CHECK(refused.summary() == "4 records left out (a.csv: lines 4, 7; c.csv: lines 2, 3)");
}

}  // namespace gyre
