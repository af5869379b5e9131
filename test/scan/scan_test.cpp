#include "scan/scan_source.hpp"

#include "scan/splits.hpp"
#include "support/equal.hpp"
#include "support/samples.hpp"
#include "support/vortex_bytes.hpp"

namespace gyre {
namespace {

const DType i64 = DType::primitive(PType::i64, true);
const DType schema =
    DType::structure({{"rising", i64}, {"small", i64}, {"text", DType::utf8(true)}});
constexpr std::uint64_t zone_rows = 1024;

/// Rows whose first column rises over the whole table, so that zones can be told apart.
std::vector<Batch> table(std::uint64_t chunks, std::uint64_t rows_per_chunk) {
  std::vector<Batch> batches;
  test::Random random(3);
  std::int64_t next = 0;
  for (std::uint64_t chunk = 0; chunk < chunks; ++chunk) {
    std::vector<std::optional<std::int64_t>> rising, small;
    std::vector<std::optional<std::string>> text;
    for (std::uint64_t row = 0; row < rows_per_chunk; ++row) {
      rising.push_back(next++);
      small.push_back(random.chance(10)
                          ? std::nullopt
                          : std::optional(static_cast<std::int64_t>(random.below(5))));
      text.push_back(random.chance(10)
                         ? std::nullopt
                         : std::optional("value " + std::to_string(random.below(50))));
    }
    batches.push_back(test::batch_of(
        schema,
        {test::column_of(rising, i64), test::column_of(small, i64), test::text_column(text)}));
  }
  return batches;
}

ScanRequest request(std::string_view where, bool prune = true) {
  ScanRequest made;
  if (!where.empty()) made.where = test::must(expr::parse(where));
  made.prune = prune;
  return made;
}

/// All rows of a scan as single values.
std::vector<std::vector<Scalar>> rows_of(BatchSource& source) {
  std::vector<std::vector<Scalar>> rows;
  for (const auto& batch : test::must(read_all(source)))
    for (std::uint64_t row = 0; row < batch.rows; ++row) {
      rows.emplace_back();
      for (const auto& column : batch.columns) rows.back().push_back(scalar_at(column, row));
    }
  return rows;
}

std::unique_ptr<ScanSource> scan(const std::shared_ptr<VortexFile>& file, const ScanRequest& asked,
                                 const CpuOptions& options = {}) {
  auto executor = make_cpu_executor(options);
  auto plan = test::must(make_plan(file, asked));
  return std::make_unique<ScanSource>(std::move(plan), std::move(executor));
}

/// A table in memory as an input.
class TableSource final : public BatchSource {
 public:
  explicit TableSource(std::vector<Batch> batches) : batches_(std::move(batches)) {}
  const DType& schema() const override { return gyre::schema; }
  void prepare(unsigned) override {}
  Result<std::optional<BatchJob>> next_job() override {
    if (next_ == batches_.size()) return std::optional<BatchJob>{};
    return std::optional<BatchJob>(
        [batch = batches_[next_++]](unsigned, const BatchTaker& take) -> Result<void> {
          return give({batch}, take);
        });
  }

 private:
  std::vector<Batch> batches_;
  std::size_t next_ = 0;
};

}  // namespace

TEST_CASE("scan: pruned or not, plain or not, from a file or from memory, the rows are the same",
          "[scan]") {
  const test::Tables tables;
  const auto batches = table(4, 4096);
  const auto file = tables.open(test::vortex_bytes(schema, batches, zone_rows));
  const auto* where =
      GENERATE("", "rising between 5000 and 5100", "small = 3", "small is null and rising < 3000",
               "text = 'value 7' or rising = 16000", "not (small > 0)", "rising < 0",
               "small in (1, 2) and text > 'value 3'", "rising = small", "text is not null");
  const auto expected =
      rows_of(*test::must(filtered(std::make_unique<TableSource>(batches), request(where))));
  CHECK(rows_of(*scan(file, request(where))) == expected);
  CHECK(rows_of(*scan(file, request(where, false))) == expected);
  CHECK(rows_of(*scan(file, request(where), {.plain = true})) == expected);
  CHECK(rows_of(*scan(file, request(where), {.job_bytes = 1000})) == expected);
}

TEST_CASE("scan: batches of large texts hold few rows", "[scan]") {
  const test::Tables tables;
  constexpr std::uint64_t rows = 3000, text_bytes = 2000;
  std::vector<std::optional<std::string>> texts;
  std::vector<std::optional<std::int64_t>> numbers;
  for (std::uint64_t row = 0; row < rows; ++row) {
    texts.emplace_back(std::string(text_bytes, static_cast<char>('a' + row % 7)));
    numbers.emplace_back(static_cast<std::int64_t>(row));
  }
  const auto large = DType::structure({{"n", i64}, {"text", DType::utf8(true)}});
  const auto file = tables.open(test::vortex_bytes(
      large, {test::batch_of(large, {test::column_of(numbers, i64), test::text_column(texts)})},
      zone_rows));
  constexpr std::uint64_t most_bytes = 64 << 10;
  const auto source = scan(file, {}, {.job_bytes = most_bytes});
  std::int64_t next = 0;
  for (const auto& batch : test::must(read_all(*source))) {
    CHECK(batch.size_bytes() < 2 * most_bytes);
    for (std::uint64_t row = 0; row < batch.rows; ++row, ++next) {
      CHECK(scalar_at(batch.columns[0], row).word() ==
            Int256::of(static_cast<std::uint64_t>(next)));
      CHECK(text_at(batch.columns[1], row) == *texts[static_cast<std::size_t>(next)]);
    }
  }
  CHECK(next == rows);
}

TEST_CASE("scan: zones that cannot match are not read", "[scan]") {
  const test::Tables tables;
  const auto file = tables.open(test::vortex_bytes(schema, table(4, 4096), zone_rows));
  const auto source = scan(file, request("rising between 5000 and 5100"));
  CHECK(source->plan().counters.zones == 16);
  CHECK(source->plan().counters.zones_pruned == 15);
  CHECK(source->plan().counters.rows_to_read == zone_rows);
  CHECK(needed_segments(source->plan()).size() == 3);
  CHECK(scan(file, request("rising > 1000000"))->plan().counters.file_pruned);
  CHECK(scan(file, request("rising > 1000000"))->plan().ranges.empty());
}

TEST_CASE("scan: selects columns by name, in any order, renamed and repeated", "[scan]") {
  const test::Tables tables;
  const auto batches = table(1, 100);
  const auto file = tables.open(test::vortex_bytes(schema, batches, zone_rows));
  auto asked = request("");
  asked.select = test::must(expr::parse_select("text, rising as r, text as again"));
  const auto source = scan(file, asked);
  CHECK(source->schema().field_name(1) == "r");
  const auto all = test::must(read_all(*source));
  REQUIRE(all.size() == 1);
  CHECK(test::difference(all[0].columns[0], batches[0].columns[2]) == "");
  CHECK(test::difference(all[0].columns[2], batches[0].columns[2]) == "");
  asked.select = test::must(expr::parse_select("nowhere"));
  CHECK(test::refused(make_plan(file, asked)).code == Code::invalid_argument);
}

TEST_CASE(
    "splits: cover their ranges in order, meet at chunk borders, and start small under a limit",
    "[scan]") {
  const std::vector<RowRange> ranges{{0, 1'000'000}, {2'000'000, 2'000'010}};
  const std::vector<std::uint64_t> boundaries{0, 100'000, 200'000, 300'000};
  std::vector<RowRange> splits;
  SplitCutter cutter(ranges, boundaries, {}, false);
  while (const auto split = cutter.next()) splits.push_back(*split);
  std::uint64_t rows = 0, last = 0;
  for (const auto& split : splits) {
    CHECK(split.first >= last);
    CHECK(split.size() <= SplitLimits{}.most_rows);
    rows += split.size();
    last = split.last;
  }
  CHECK(rows == 1'000'010);
  CHECK(splits[0] == RowRange{0, 100'000});
  CHECK(splits[1] == RowRange{100'000, 200'000});
  CHECK(SplitCutter(ranges, boundaries, {}, true).next()->size() <= 8192);
}

TEST_CASE("splits: of any size they come one behind the other, and none is empty", "[scan]") {
  const auto most = GENERATE(1ull, 2ull, 3ull, 7ull, 1000ull, 1024ull, 5000ull);
  const auto least = GENERATE(0ull, 1ull, 2ull, 64ull << 10);
  const auto starts_small = GENERATE(false, true);
  CAPTURE(most, least, starts_small);
  SplitCutter cutter({{3, 2000}, {2010, 9000}}, {0, 5, 10, 11, 1500, 4000, 8192},
                     {.least_rows = least, .most_rows = most}, starts_small);
  std::uint64_t next = 3;
  while (const auto split = cutter.next()) {
    REQUIRE(split->first == (next == 2000 ? 2010 : next));
    REQUIRE(split->size() >= 1);
    REQUIRE(split->size() <= most);
    next = split->last;
  }
  CHECK(next == 9000);
}

TEST_CASE("splits: a file that claims any number of rows costs nothing until they are read",
          "[scan]") {
  SplitCutter cutter({{0, std::uint64_t{1} << 62}}, {0}, {}, false);
  CHECK(cutter.next() == RowRange{0, SplitLimits{}.most_rows});
  CHECK(cutter.next()->first == SplitLimits{}.most_rows);
}

}  // namespace gyre
