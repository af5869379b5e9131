#include "rows/rows_data.hpp"
#include "support/bytes.hpp"
#include "support/difference.hpp"
#include "support/samples.hpp"

namespace gyre {
namespace {

using test::must;
using test::refused;

DType columns() {
  return DType::structure({{"f1", DType::primitive(PType::i64, true)}, {"f2", DType::utf8(true)}});
}

Batch rows_of(std::uint64_t rows) {
  Batch batch{columns(), rows, {}};
  for (std::size_t i = 0; i < 2; ++i)
    batch.columns.push_back(
        test::sample(columns().field(i), rows, test::Pattern::small, test::Nulls::some));
  return batch;
}

/// Blocks of 1,000 rows and their index.
struct Blocks {
  std::string bytes, index;
};

Blocks blocks_of(std::uint64_t rows) {
  Blocks blocks;
  const auto all = rows_of(rows);
  for (std::uint64_t first = 0; first < rows; first += 1000) {
    const auto last = std::min<std::uint64_t>(first + 1000, rows);
    Batch part{columns(), last - first, {}};
    for (const auto& column : all.columns) part.columns.push_back(slice(column, first, last));
    blocks.index += fmt::format("{}\n", blocks.bytes.size());
    blocks.bytes += must(test::written(columns(), {part}, RowContainer::blocks));
  }
  return blocks;
}

Result<std::vector<Batch>> read(const Blocks& blocks, bool guess = false) {
  RowsOptions options;
  if (!guess) options.schema = must(row_schema_of(columns()));
  const auto file = std::make_shared<test::MemorySource>(Buffer::copy(blocks.bytes));
  const auto source = GYRE_TRY(read_row_blocks(file, blocks.index, options));
  return read_all(*source);
}

std::string error_of(const Blocks& blocks) {
  const auto error = refused(read(blocks));
  CHECK(error.code == Code::corrupt);
  return error.message;
}

}  // namespace

TEST_CASE("row blocks: all rows come, in order, with a schema and by a guess", "[rows]") {
  for (const std::uint64_t rows : {1, 1000, 1001, 70'500}) {
    const auto all = rows_of(rows);
    std::uint64_t row = 0;
    for (const auto& got : must(read(blocks_of(rows)))) {
      for (std::size_t i = 0; i < 2; ++i)
        CHECK(test::difference(got.columns[i], slice(all.columns[i], row, row + got.rows)) == "");
      row += got.rows;
    }
    CHECK(row == rows);
  }
  CHECK(must(read({"", ""})).empty());
  std::uint64_t guessed = 0;
  for (const auto& got : must(read(blocks_of(2500), true))) guessed += got.rows;
  CHECK(guessed == 2500);
}

TEST_CASE("row blocks: an index of another file is an error that names the block", "[rows]") {
  auto blocks = blocks_of(2500);
  const auto second = blocks.index.substr(2, blocks.index.find('\n', 2) - 2);
  SECTION("an offset inside of a block") {
    blocks.index = "0\n40\n";
    CHECK(error_of(blocks).starts_with("memory: block 1, at byte 0 of the file: "));
  }
  SECTION("a block is left out") {
    blocks.index = "0\n";
    CHECK(error_of(blocks).starts_with("memory: block 1, at byte 0 of the file: "));
  }
  SECTION("an offset beyond the file") {
    blocks.index += "99999999\n";
    CHECK(error_of(blocks) == fmt::format("memory.index: line 4: offset 99999999 has no block "
                                          "behind it in a file of {} bytes",
                                          blocks.bytes.size()));
  }
  SECTION("the file is cut") {
    blocks.bytes.resize(blocks.bytes.size() - 9);
    CHECK(error_of(blocks).starts_with("memory: block 3, at byte "));
  }
  SECTION("a byte is changed") {
    blocks.bytes[std::stoul(second) + 40] ^= 0x55;
    CHECK(error_of(blocks).starts_with(
        fmt::format("memory: block 2, at byte {} of the file: ", second)));
  }
}

TEST_CASE("row blocks: errors of rows name the block and the row in it", "[rows]") {
  auto blocks = blocks_of(1000);
  blocks.index += fmt::format("{}\n", blocks.bytes.size());
  const auto start = blocks.bytes.size();
  const auto odd = DType::structure({{"a", DType::utf8()}});
  const Batch batch{odd, 2, {test::text_column({"", "x"}, DType::utf8())}};
  blocks.bytes += must(test::written(odd, {batch}, RowContainer::blocks));
  CHECK(error_of(blocks) == fmt::format("memory: block 2, at byte {} of the file: row 1, byte 2: "
                                        "wire type 2, expected 0 for i64?",
                                        start));
}

}  // namespace gyre
