#include "convert/folder_split.hpp"

#include <map>

#include "array/column_builder.hpp"
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

TEST_CASE("folder: partitions that would fill memory are written in smaller chunks", "[convert]") {
  constexpr std::uint64_t rows = 10'000, groups = 20, row_bytes = 8;
  const auto waiting_rows = GENERATE(0ull, 1ull, 50ull, 1000ull, 100'000ull);
  CAPTURE(waiting_rows);
  Grouped source(rows, groups);
  const auto split = test::must(split_for_folder(source, {.partition_by = {"group"},
                                                          .limit = {},
                                                          .chunks = {.rows = 400},
                                                          .waiting_bytes = waiting_rows * row_bytes,
                                                          .job_bytes = 1 << 20,
                                                          .ending = ".vortex"}));
  std::map<std::uint32_t, std::uint64_t> rows_of_part;
  std::size_t chunks = 0;
  for (const auto& batch : test::must(read_all(*split.source))) {
    ++chunks;
    auto& before = rows_of_part[batch.part];
    CHECK(batch.first_row == before);
    CHECK(batch.rows <= 400);
    const auto numbers = batch.columns[0].buffers[0].as<std::uint64_t>().first(batch.rows);
    for (const auto value : numbers) REQUIRE(value == before++ * groups + batch.part);
  }
  CHECK(rows_of_part.size() == groups);
  for (const auto& [part, count] : rows_of_part) CHECK(count == rows / groups);
  // Of 500 rows a partition has chunks of 400 and 100 where there is room for them.
  if (waiting_rows == 100'000) CHECK(chunks == 2 * groups);
  if (waiting_rows == 1000) CHECK(chunks > 2 * groups);
  if (waiting_rows == 0) CHECK(chunks == groups * rows / 100);
}

}  // namespace gyre
