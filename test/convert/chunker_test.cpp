#include "convert/detail/chunker.hpp"

#include <numeric>

#include "support/equal.hpp"
#include "support/must.hpp"
#include "support/samples.hpp"
#include "support/vortex_bytes.hpp"

namespace gyre {
namespace {

const DType schema = DType::structure({{"n", DType::primitive(PType::u64)}, {"t", DType::utf8()}});

/// Rows `first` and up; row i has a text of `text_bytes(i)` bytes.
Batch rows_from(std::uint64_t first, std::uint64_t rows, auto text_bytes) {
  std::vector<std::optional<std::uint64_t>> numbers;
  std::vector<std::optional<std::string>> texts;
  for (auto row = first; row < first + rows; ++row) {
    numbers.emplace_back(row);
    texts.emplace_back(std::string(text_bytes(row), static_cast<char>('a' + row % 26)));
  }
  return test::batch_of(schema, {test::column_of(numbers, schema.field(0)),
                                 test::text_column(texts, schema.field(1))});
}

struct Chunk {
  std::uint64_t first_row, rows;
  bool operator==(const Chunk&) const = default;
};

/// How rows come: whole batches; every second one as rows picked out of a batch; or all of them. Of the last kind, each time
/// that some came, what waits is spilled.
enum class Coming { batches, mixed, picked, spilled };

/// The chunks of `rows` rows that come `step` at a time; their content is checked.
std::vector<Chunk> chunks_of(const ChunkBounds& bounds, std::uint64_t rows, std::uint64_t step,
                             auto text_bytes) {
  const auto coming = GENERATE(Coming::batches, Coming::mixed, Coming::picked, Coming::spilled);
  ReadContext context;
  Chunker chunker(bounds, context);
  BatchSpill spill(".");
  std::vector<Chunk> chunks;
  std::uint64_t seen = 0;
  const auto take = [&](bool at_end) {
    while (const auto chunk = test::must(chunker.take(at_end))) {
      const auto expected = rows_from(seen, chunk->rows, text_bytes);
      for (std::size_t i = 0; i < 2; ++i)
        CHECK(test::difference(chunk->columns[i], expected.columns[i]) == "");
      chunks.push_back({chunk->first_row, chunk->rows});
      seen += chunk->rows;
    }
  };
  for (std::uint64_t first = 0; first < rows; first += step) {
    const auto part = std::min(step, rows - first);
    const bool is_even = first / step % 2 == 0;
    const bool whole = coming == Coming::batches ||
                       (is_even && (coming == Coming::mixed || coming == Coming::spilled));
    if (whole) {
      test::must(chunker.add(rows_from(first, part, text_bytes)));
    } else {
      std::vector<std::uint32_t> picked(part);
      std::iota(picked.begin(), picked.end(), 0);
      test::must(chunker.add_rows(rows_from(first, part + 3, text_bytes), picked));
    }
    take(false);
    if (coming == Coming::spilled) {
      test::must(chunker.spill(spill));
      CHECK(chunker.waiting_bytes() == 0);
    }
  }
  take(true);
  CHECK(seen == rows);
  return chunks;
}

constexpr auto short_text = [](std::uint64_t) { return std::size_t{3}; };
constexpr auto long_text = [](std::uint64_t row) { return std::size_t{row < 10 ? 76u : 176u}; };

}  // namespace

TEST_CASE("chunker: rows are counted off, however they come", "[convert]") {
  const auto step = GENERATE(1u, 7u, 30u, 100u);
  CHECK(chunks_of({.rows = 30}, 100, step, short_text) ==
        std::vector<Chunk>{{0, 30}, {30, 30}, {60, 30}, {90, 10}});
}

TEST_CASE("chunker: chunks end before their bytes are too many, however rows come", "[convert]") {
  // A row is a number, a view and a text: 100 bytes, or 200 from row 10 on.
  const auto step = GENERATE(1u, 7u, 30u, 100u);
  CHECK(chunks_of({.rows = 30, .bytes = 1000}, 24, step, long_text) ==
        std::vector<Chunk>{{0, 10}, {10, 5}, {15, 5}, {20, 4}});
}

TEST_CASE("chunker: a row of too many bytes is a chunk of its own", "[convert]") {
  const auto step = GENERATE(1u, 3u, 10u);
  CHECK(chunks_of({.rows = 30, .bytes = 10}, 3, step, long_text) ==
        std::vector<Chunk>{{0, 1}, {1, 1}, {2, 1}});
}

TEST_CASE("chunker: chunks that reach the end of a zone end there", "[convert]") {
  const auto step = GENERATE(1u, 7u, 30u, 100u);
  CHECK(chunks_of({.rows = 32, .bytes = 1000, .zone_rows = 8}, 24, step, long_text) ==
        std::vector<Chunk>{{0, 8}, {8, 6}, {14, 2}, {16, 5}, {21, 3}});
}

TEST_CASE("chunker: chunks full of bytes have whole tiles, files end where they end", "[convert]") {
  const auto step = GENERATE(100u, 3000u);
  constexpr std::uint64_t row_bytes = 8 + 16 + 3;
  CHECK(chunks_of({.rows = 8192, .bytes = 1500 * row_bytes, .zone_rows = 8192}, 3000, step,
                  short_text) == std::vector<Chunk>{{0, 1024}, {1024, 1024}, {2048, 952}});
  CHECK(chunks_of({.rows = 8192, .zone_rows = 8192, .rows_per_file = 1500}, 3000, step,
                  short_text) == std::vector<Chunk>{{0, 1500}, {0, 1500}});
}

TEST_CASE("chunker: files are full to the last row", "[convert]") {
  const auto step = GENERATE(1u, 7u, 30u, 100u);
  CHECK(chunks_of({.rows = 8, .rows_per_file = 20}, 50, step, short_text) ==
        std::vector<Chunk>{{0, 8}, {8, 8}, {16, 4}, {0, 8}, {8, 8}, {16, 4}, {0, 8}, {8, 2}});
}

}  // namespace gyre
