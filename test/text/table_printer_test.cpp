#include "text/table_printer.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/must.hpp"
#include "text/detail/display_text.hpp"
#include "text/value_samples.hpp"

namespace gyre {
namespace {

using test::batch_of;
using test::must;
using test::words;

std::string printed(const std::vector<Batch>& batches, TableOptions options = {}) {
  StringOutput output;
  TablePrinter printer(output, batches.front().schema, options);
  for (const auto& batch : batches) must(must(printer.prepare(batch, 0))());
  must(printer.finish());
  return output.text;
}

Batch numbers(std::int32_t first, std::int32_t last) {
  std::vector<std::int32_t> values;
  for (auto i = first; i < last; ++i) values.push_back(i);
  return batch_of({{"n", words("i32", values)}});
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("table: numbers to the right, texts to the left, nulls named", "[text][table]") {
  const std::string red = "red", blue = "bl\xc3\xbc\n";
  const auto batch = batch_of({{"id", words<std::int64_t>("i64", {7, 123456, -1})},
                               {"color", test::texts("utf8?", {&red, nullptr, &blue})}});
  CHECK(printed({batch}) ==
        "┌────────┬───────┐\n"
        "│   id   │ color │\n"
        "│  i64   │ utf8  │\n"
        "├────────┼───────┤\n"
        "│      7 │ red   │\n"
        "│ 123456 │ NULL  │\n"
        "│     -1 │ blü\\n │\n"
        "└────────┴───────┘\n"
        "3 rows\n");
  const auto colored = printed({batch}, {.color = true});
  CHECK(colored.find("│ \x1b[2mNULL\x1b[0m  │") != std::string::npos);
  CHECK(colored.find("\x1b[1mcolor\x1b[0m") != std::string::npos);
}

TEST_CASE("table: of many rows the first and last are shown, in whatever batches they come",
          "[text][table]") {
  const std::string wanted =
      "┌─────┐\n"
      "│  n  │\n"
      "│ i32 │\n"
      "├─────┤\n"
      "│   0 │\n"
      "│   1 │\n"
      "│   2 │\n"
      "│  ·  │\n"
      "│  ·  │\n"
      "│  ·  │\n"
      "│  98 │\n"
      "│  99 │\n"
      "└─────┘\n"
      "100 rows (5 shown)\n";
  CHECK(printed({numbers(0, 100)}, {.most_rows = 5}) == wanted);
  CHECK(printed({numbers(0, 2), numbers(2, 50), numbers(50, 99), numbers(99, 100)},
                {.most_rows = 5}) == wanted);
  CHECK(lines_of(printed({numbers(0, 5)}, {.most_rows = 5})).size() == 4 + 5 + 2);
  CHECK(lines_of(printed({numbers(0, 1000)}, {.most_rows = 0})).size() == 4 + 1000 + 2);
}

TEST_CASE("table: every line fits the terminal", "[text][table]") {
  std::vector<std::pair<std::string, Column>> columns;
  const std::string text(60, 'x'), wide = "漢字かな交じり文、漢字かな交じり文、漢字かな交じり文";
  for (int i = 0; i < 12; ++i)
    columns.emplace_back(fmt::format("column number {}", i),
                         test::texts("utf8", {i % 2 == 0 ? &text : &wide}));
  const auto batch = batch_of(std::move(columns));
  for (const std::size_t width : {40, 41, 79, 80, 120, 200, 400}) {
    const auto lines = lines_of(printed({batch}, {.width = width}));
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      CHECK(display_width(lines[i]) <= width);
      CHECK(display_width(lines[i]) == display_width(lines[0]));
    }
    const bool all = lines.back() == "1 row";
    CHECK(all == (width >= 200));
    CHECK((lines[4].find("│ … │") != std::string::npos) == !all);
  }
}

TEST_CASE("table: texts are cut between characters", "[text][table]") {
  CHECK(display_width("") == 0);
  CHECK(display_width("blü") == 3);
  CHECK(display_width("e\xcc\x81") == 1);
  CHECK(display_width("漢字") == 4);
  CHECK(display_width("😀") == 2);
  CHECK(cut_to_width("blüm", 4) == "blüm");
  CHECK(cut_to_width("blümchen", 4) == "blü…");
  CHECK(cut_to_width("漢字漢", 5) == "漢字…");
  CHECK(cut_to_width("漢字漢", 4) == "漢…");
  CHECK(cut_to_width("abc", 1) == "…");
  CHECK(cut_to_width("abc", 0).empty());
  CHECK(printable("a\tb\x1b[0m\r\n") == "a\\tb\\x1b[0m\\r\\n");
  CHECK(shown_text(std::string(500, 'y')) == fmt::format("'{}…'", std::string(79, 'y')));
}

}  // namespace gyre
