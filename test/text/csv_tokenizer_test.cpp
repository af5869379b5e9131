#include "text/csv_tokenizer.hpp"

#include <span>
#include <string>
#include <vector>

#include "base/byte_input.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"
#include "text/csv_splitter.hpp"

namespace gyre {
namespace {

using Records = std::vector<std::vector<std::string>>;

struct Cut {
  std::size_t block_size = 1 << 18;
  std::uint64_t rows = 1000;
  std::size_t bytes = 1 << 20;
};

/// All records with fields as they stand; a chunk's first line is put down as "#line".
Result<Records> read(std::string_view text, std::size_t columns, Cut cut, CsvOptions options = {}) {
  options.block_size = cut.block_size;
  options.bytes_per_batch = cut.bytes;
  BufferInput input(Buffer::copy(text), "in.csv");
  CsvSplitter splitter(input, options);
  CsvTokenizer tokenizer(options, columns);
  CsvRecords records;
  Records all;
  for (;;) {
    const auto chunk = GYRE_TRY(splitter.next(cut.rows));
    if (!chunk) return all;
    tokenizer.start(chunk->text());
    for (;;) {
      if (const auto whole = tokenizer.next(records); !whole)
        return fail(Code::corrupt, "{} fields at {}", whole.error().fields, whole.error().start);
      if (records.rows() == 0) break;
      for (std::size_t row = 0; row < records.rows(); ++row) {
        auto& record = all.emplace_back();
        for (std::size_t column = 0; column < columns; ++column)
          record.emplace_back(records.column(column)[row]);
      }
    }
  }
}

const std::string nasty =
    "\xef\xbb\xbf"
    "a,b,c\r\n"
    "1,\"two\r\nlines\",3\n"
    "\"quote \"\" inside\",\"\"\"\",\"\"\r"
    ",,\r\n"
    "\n"
    "\r\n"
    "5\" pipe,it\"\"s,\"x\"\n"
    "\"a,b\",\"\xef\xbb\xbf\",\"\r\"\r\n"
    "\"\n\n\",\"\"\"\"\"\",z\n"
    "last,one,\"no end\"";

const Records nasty_records{
    {"a", "b", "c"},
    {"1", "\"two\r\nlines\"", "3"},
    {"\"quote \"\" inside\"", "\"\"\"\"", "\"\""},
    {"", "", ""},
    {"5\" pipe", "it\"\"s", "\"x\""},
    {"\"a,b\"", "\"\xef\xbb\xbf\"", "\"\r\""},
    {"\"\n\n\"", "\"\"\"\"\"\"", "z"},
    {"last", "one", "\"no end\""},
};

}  // namespace

TEST_CASE("csv: every block size gives the same records", "[text][csv]") {
  for (std::size_t block_size = 1; block_size <= 64; ++block_size) {
    INFO("blocks of " << block_size);
    CHECK(test::must(read(nasty, 3, {.block_size = block_size})) == nasty_records);
  }
}

TEST_CASE("csv: where chunks are cut changes no record", "[text][csv]") {
  for (std::uint64_t rows = 1; rows <= 10; ++rows)
    CHECK(test::must(read(nasty, 3, {.block_size = 7, .rows = rows})) == nasty_records);
  for (std::size_t bytes = 1; bytes <= 120; ++bytes)
    CHECK(test::must(read(nasty, 3, {.block_size = 7, .bytes = bytes})) == nasty_records);
}

TEST_CASE("csv: separators are found at every place of a step of 64 bytes", "[text][csv]") {
  for (std::size_t filler = 1; filler <= 140; ++filler) {
    const std::string bare(filler, 'x'),
        quoted = fmt::format("\"{}\"\"\r\n\"", std::string(filler, ','));
    const auto text = bare + "," + quoted + "\r\n" + quoted + "," + bare + "\n";
    CHECK(test::must(read(text, 2, {})) == Records{{bare, quoted}, {quoted, bare}});
    // A quote in a bare field opens nothing, wherever it stands.
    const auto inch = bare + "\",\"a,b\"\n" + bare + "\",x\n";
    CHECK(test::must(read(inch, 2, {})) == Records{{bare + "\"", "\"a,b\""}, {bare + "\"", "x"}});
  }
}

TEST_CASE("csv: more rows than a block come in several", "[text][csv]") {
  std::string text;
  Records wanted;
  for (int i = 0; i < 2500; ++i) {
    text += fmt::format("{};'{}'\n", i, i * 7);
    wanted.push_back({std::to_string(i), fmt::format("'{}'", i * 7)});
  }
  CsvOptions options;
  options.delimiter = ';';
  options.quote = '\'';
  CHECK(test::must(read(text, 2, {.rows = 2300}, options)) == wanted);
}

TEST_CASE("csv: an empty line is a record only where there is one column", "[text][csv]") {
  const std::string text = "a\n\n\r\n\"\"\n\rb\n\n";
  CHECK(test::must(read(text, 1, {})) == Records{{"a"}, {""}, {""}, {"\"\""}, {""}, {"b"}, {""}});
  CHECK(test::must(read("\n1,2\n\n\n3,4\r\n\r\n", 2, {})) == Records{{"1", "2"}, {"3", "4"}});
}

TEST_CASE("csv: without a quote character quotes are data", "[text][csv]") {
  CsvOptions options;
  options.quote = std::nullopt;
  CHECK(test::must(read("\"a,b\"\n", 2, {}, options)) == Records{{"\"a", "b\""}});
}

TEST_CASE("csv: a ragged record is refused, padded or skipped as asked", "[text][csv]") {
  const std::string text = "1,2,3\n4,5\n6\n7,8,9,10\n11,12,13\n";
  CsvOptions options;
  CHECK(test::refused(read(text, 3, {}, options)).message == "2 fields at 6");
  options.ragged = Ragged::pad;
  CHECK(test::refused(read(text, 3, {}, options)).message == "4 fields at 12");
  CHECK(test::must(read("1,2,3\n4,5\r\n6\n", 3, {}, options)) ==
        Records{{"1", "2", "3"}, {"4", "5", ""}, {"6", "", ""}});
  options.ragged = Ragged::skip;
  CHECK(test::must(read(text, 3, {}, options)) == Records{{"1", "2", "3"}, {"11", "12", "13"}});
}

TEST_CASE("csv: a quote that is never closed is named by the line where it opens", "[text][csv]") {
  const std::string text = "a,b\n1,\"two\nlines\"\n3,\"x\"\"\n\ny\n";
  for (std::size_t block_size = 1; block_size <= 40; ++block_size) {
    const auto error = test::refused(read(text, 2, {.block_size = block_size}));
    CHECK(error.code == Code::corrupt);
    CHECK(error.message == "in.csv: line 4: a quote opens here and is never closed");
  }
}

TEST_CASE("csv: a record past the limit is refused instead of filling memory", "[text][csv]") {
  CsvOptions options;
  options.record_limit = 100;
  const auto text = fmt::format("a,b\n\"{}", std::string(500, 'x'));
  CHECK(test::refused(read(text, 2, {.block_size = 16}, options)).message ==
        "in.csv: a record has more than 100 bytes: is a quote never closed?");
}

TEST_CASE("csv: a record past the limit is refused however much of the text is at hand",
          "[text][csv]") {
  CsvOptions options;
  options.record_limit = 100;
  for (const std::size_t size : {100, 101, 190}) {
    const auto text = fmt::format("a\n{}\nb\n", std::string(size, 'x'));
    for (const std::size_t block_size : {1, 16, 70, 1000}) {
      INFO(size << " bytes, in blocks of " << block_size);
      CHECK(read(text, 1, {.block_size = block_size}, options).has_value() == (size == 100));
    }
  }
}

TEST_CASE("csv: UTF-16 is named", "[text][csv]") {
  using namespace std::string_view_literals;
  CHECK(test::refused(read("\xff\xfe"
                           "a\0,\0"sv,
                           2, {}))
            .message == "in.csv: the text is UTF-16, expected UTF-8");
}

TEST_CASE("csv: chunks say where their first line is", "[text][csv]") {
  CsvOptions options;
  options.block_size = 3;
  BufferInput input(Buffer::copy("a\r\n\"x\r\ny\rz\n\"\rc\nd"), "in.csv");
  CsvSplitter splitter(input, options);
  std::vector<std::uint64_t> lines;
  while (const auto chunk = test::must(splitter.next(1))) lines.push_back(chunk->first_line);
  CHECK(lines == std::vector<std::uint64_t>{1, 2, 6, 7});
}

TEST_CASE("csv: only doubled quotes may stand between quotes", "[text][csv]") {
  std::string scratch;
  CHECK(unquote("\"\"", '"', scratch) == "");
  CHECK(unquote("\"a b\"", '"', scratch) == "a b");
  CHECK(unquote("\"a\"\"b\"\"\"", '"', scratch) == "a\"b\"");
  CHECK_FALSE(unquote("\"", '"', scratch));
  CHECK_FALSE(unquote("\"a\"x", '"', scratch));
  CHECK_FALSE(unquote("\"a\"x\"", '"', scratch));
  CHECK_FALSE(unquote("\"a\"\"", '"', scratch));
}

TEST_CASE("csv: the first record is the first line that is not empty", "[text][csv]") {
  auto text = MutableBuffer::uninitialized(0);  // with room behind it
  const auto first = [&](std::string_view from) {
    text.resize(0);
    text.append(std::as_bytes(std::span(from)));
    return first_record({reinterpret_cast<const char*>(text.data()), text.size()}, {});
  };
  CHECK(first("\r\n\na,\"b\nc\",\r\n1,2,3") == std::vector<std::string_view>{"a", "\"b\nc\"", ""});
  CHECK(first("x") == std::vector<std::string_view>{"x"});
  CHECK(first("\n\n").empty());
}

}  // namespace gyre
