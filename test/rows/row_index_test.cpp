#include "rows/row_index.hpp"

#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

std::string message(std::string_view text, std::uint64_t file_bytes) {
  const auto error = test::refused(parse_row_index(text, file_bytes));
  CHECK(error.code == Code::corrupt);
  return error.message;
}

}  // namespace

TEST_CASE("row index: one offset a line, with or without an end of the last", "[rows]") {
  using Offsets = std::vector<std::uint64_t>;
  CHECK(test::must(parse_row_index("0\n20\n50\n", 80)) == Offsets{0, 20, 50});
  CHECK(test::must(parse_row_index("0\r\n20", 38)) == Offsets{0, 20});
  CHECK(test::must(parse_row_index("", 0)).empty());
}

TEST_CASE("row index: offsets that cannot be blocks are refused with their line", "[rows]") {
  CHECK(message("1\n", 80) == "line 1: the first block begins at 1, expected 0");
  CHECK(message("0\n30\n20\n", 80) == "line 3: offset 20 after 30, expected at least 18 more");
  CHECK(message("0\n10\n", 80) == "line 2: offset 10 after 0, expected at least 18 more");
  CHECK(message("0\n70\n", 80) == "line 2: offset 70 has no block behind it in a file of 80 bytes");
  CHECK(message("0\nx\n", 80) == "line 2: expected the offset of a block");
  CHECK(message("0\n\n", 80) == "line 2: expected the offset of a block");
  CHECK(message("0\n-20\n", 80) == "line 2: expected the offset of a block");
  CHECK(message("0\n99999999999999999999\n", 80) == "line 2: expected the offset of a block");
  CHECK(message("", 80) == "no blocks for a file of 80 bytes");
}

}  // namespace gyre
