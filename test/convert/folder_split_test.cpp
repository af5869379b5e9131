#include "convert/folder_split.hpp"

#include <algorithm>
#include <map>

#include "support/must.hpp"
#include "support/samples.hpp"
#include "support/vortex_bytes.hpp"

namespace gyre {
namespace {

const DType number = DType::primitive(PType::u64);
const DType schema = DType::structure({{"group", number}, {"n", number}});

/// Rows 0 and up in batches of 100; the group of row i is i % groups.
class Grouped final : public BatchSource {
 public:
  Grouped(std::uint64_t rows, std::uint64_t groups) : rows_(rows), groups_(groups) {}
  const DType& schema() const override { return gyre::schema; }
  void prepare(unsigned) override {}
  Result<std::optional<BatchJob>> next_job() override {
    if (next_ == rows_) return std::optional<BatchJob>{};
    std::vector<std::optional<std::uint64_t>> groups, numbers;
    for (const auto last = std::min(next_ + 100, rows_); next_ < last; ++next_) {
      groups.emplace_back(next_ % groups_);
      numbers.emplace_back(next_);
    }
    const auto batch = test::batch_of(
        gyre::schema, {test::column_of(groups, number), test::column_of(numbers, number)});
    return std::optional<BatchJob>(
        [batch](unsigned, const BatchTaker& take) -> Result<void> { return give({batch}, take); });
  }

 private:
  std::uint64_t rows_, groups_, next_ = 0;
};

}  // namespace

namespace {

constexpr std::uint64_t rows = 10'000, groups = 20, row_bytes = 8;

/// What the files of a folder get.
struct Written {
  std::map<std::uint32_t, std::vector<std::uint64_t>> numbers;  // by file
  std::vector<std::uint32_t> ended;                             // in this order
  std::size_t chunks = 0;
};

/// Groups of 500 rows each, in chunks of at most 400 rows.
Written written(std::uint64_t waiting_bytes, const OpenFileMemory& file_memory = {}) {
  Grouped source(rows, groups);
  const auto split = test::must(split_for_folder(source, {.partition_by = {"group"},
                                                          .limit = {},
                                                          .chunks = {.rows = 400},
                                                          .waiting_bytes = waiting_bytes,
                                                          .spill_folder = ".",
                                                          .job_bytes = 1 << 20,
                                                          .ending = ".vortex",
                                                          .file_memory = file_memory}));
  Written out;
  for (const auto& batch : test::must(read_all(*split.source))) {
    if (batch.rows == 0) {
      out.ended.push_back(batch.part);
      continue;
    }
    CHECK(std::ranges::find(out.ended, batch.part) == out.ended.end());
    ++out.chunks;
    auto& numbers = out.numbers[batch.part];
    CHECK(batch.first_row == numbers.size());
    CHECK(batch.rows <= 400);
    for (const auto n : batch.columns[0].buffers[0].as<std::uint64_t>().first(batch.rows))
      numbers.push_back(n);
  }
  return out;
}

}  // namespace

TEST_CASE("folder: rows of many partitions wait on disk, and are written in whole chunks",
          "[convert]") {
  const auto waiting_rows = GENERATE(0ull, 1ull, 50ull, 1000ull, 1'000'000ull);
  CAPTURE(waiting_rows);
  const auto out = written(waiting_rows * row_bytes);
  // Of 500 rows a partition has chunks of 400 and 100.
  CHECK(out.chunks == 2 * groups);
  CHECK(out.numbers.size() == groups);
  CHECK(out.ended.size() == groups);
  for (const auto& [file, numbers] : out.numbers) {
    REQUIRE(numbers.size() == rows / groups);
    for (std::size_t i = 0; i < numbers.size(); ++i) REQUIRE(numbers[i] == i * groups + numbers[0]);
  }
}

TEST_CASE("folder: a file ends early where those that are open take too much", "[convert]") {
  // There is memory for five open files with a chunk each.
  const auto out = written(2 * 5 * 1000, {.file = 900, .chunk = 100});
  CHECK(out.chunks == 2 * groups);
  // Of the files with a chunk of 400 rows five were still open when the rows of 100 came.
  CHECK(out.numbers.size() == groups + groups - 5);
  CHECK(out.ended.size() == out.numbers.size());
  std::vector<std::uint64_t> all;
  for (const auto& [file, numbers] : out.numbers)
    all.insert(all.end(), numbers.begin(), numbers.end());
  std::ranges::sort(all);
  REQUIRE(all.size() == rows);
  for (std::uint64_t i = 0; i < rows; ++i) REQUIRE(all[i] == i);
}

}  // namespace gyre
