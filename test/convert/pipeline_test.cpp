#include "convert/pipeline.hpp"

#include "array/value_builder.hpp"
#include "convert/rechunked.hpp"
#include "support/must.hpp"
#include "support/samples.hpp"

namespace gyre {
namespace {

const DType number = DType::primitive(PType::u64);

/// Batches of the sizes given, whose rows count up from 0.
class Counting final : public BatchSource {
 public:
  explicit Counting(std::vector<std::uint64_t> sizes) : sizes_(std::move(sizes)) {}
  const DType& schema() const override { return schema_; }
  void prepare(unsigned) override {}
  bool wants_restart() const override { return fails_at_ && !restarted; }
  Result<void> restart() override {
    restarted = true;
    next_ = 0;
    first_ = 0;
    return {};
  }
  Result<std::optional<BatchJob>> next_job() override {
    if (next_ == sizes_.size()) return std::optional<BatchJob>{};
    const bool fails = fails_at_ == next_ && !restarted;
    const auto rows = sizes_[next_++], first = first_;
    first_ += rows;
    return std::optional<BatchJob>(
        [this, rows, first, fails](unsigned, const BatchTaker& take) -> Result<void> {
          if (fails) return fail(Code::invalid_argument, "row {}: no", first);
          std::vector<Value> values;
          for (std::uint64_t row = 0; row < rows; ++row)
            values.push_back({Int256::of(first + row)});
          return give({{schema_, rows, {column_of_values(values, number)}}}, take);
        });
  }
  void fail_at(std::size_t job) { fails_at_ = job; }

  bool restarted = false;

 private:
  DType schema_ = DType::structure({{"n", number}});
  std::vector<std::uint64_t> sizes_;
  std::size_t next_ = 0;
  std::uint64_t first_ = 0;
  std::optional<std::size_t> fails_at_;
};

struct Collected final : BatchOutput {
  Result<Piece> prepare(Batch batch, unsigned) override {
    return Piece([this, batch = std::move(batch)]() -> Result<void> {
      batch_rows.push_back(batch.rows);
      for (const auto value : batch.columns[0].buffers[0].as<std::uint64_t>().first(batch.rows))
        values.push_back(value);
      return {};
    });
  }
  Result<void> finish() override {
    finished = true;
    return {};
  }
  std::vector<std::uint64_t> values, batch_rows;
  bool finished = false;
};

bool counts_up(const std::vector<std::uint64_t>& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != i) return false;
  return true;
}

}  // namespace

TEST_CASE("pipeline: rows come out in order, whatever the threads and sizes", "[convert]") {
  const auto threads = GENERATE(1u, 2u, 5u);
  Counting source({100, 0, 3000, 1, 1, 5000, 7});
  Collected output;
  test::must(run_pipeline(source, output, {.threads = threads}));
  CHECK(output.values.size() == 8109);
  CHECK(counts_up(output.values));
}

TEST_CASE("pipeline: a limit cuts in the middle of a batch and stops", "[convert]") {
  const auto threads = GENERATE(1u, 3u);
  const auto limit = GENERATE(0u, 1u, 100u, 101u, 250u, 10'000u);
  Counting source({100, 100, 100});
  Collected output;
  test::must(run_pipeline(source, output, {.threads = threads, .limit = limit}));
  CHECK(output.values.size() == std::min(300u, limit));
  CHECK(counts_up(output.values));
}

TEST_CASE("pipeline: stops when asked to", "[convert]") {
  const std::atomic<bool> cancelled = true;
  Counting source({100, 100});
  Collected output;
  CHECK(test::refused(run_pipeline(source, output, {.cancelled = &cancelled})).code ==
        Code::cancelled);
}

TEST_CASE("rechunked: batches have exactly the size asked for, and hold the same rows",
          "[convert]") {
  const auto threads = GENERATE(1u, 2u);
  const auto sizes = GENERATE(
      std::vector<std::uint64_t>{}, std::vector<std::uint64_t>{1},
      std::vector<std::uint64_t>{1000, 1000, 1000}, std::vector<std::uint64_t>{1, 999, 1001, 2500},
      std::vector<std::uint64_t>{5000, 1}, std::vector<std::uint64_t>{300, 300, 300, 300});
  Counting source(sizes);
  const auto chunks = rechunked(source, {.rows = 1000});
  Collected output;
  test::must(run_pipeline(*chunks, output, {.threads = threads}));
  std::uint64_t rows = 0;
  for (const auto size : sizes) rows += size;
  CHECK(output.values.size() == rows);
  CHECK(counts_up(output.values));
  for (std::size_t i = 0; i + 1 < output.batch_rows.size(); ++i)
    CHECK(output.batch_rows[i] == 1000);
}

TEST_CASE("convert: starts again with a new output where the source widened its schema",
          "[convert]") {
  Counting source({1000, 1000, 1000});
  source.fail_at(1);
  const auto chunks = rechunked(source, {.rows = 700});
  std::vector<Collected*> outputs;
  const auto make_output = [&](const DType&) -> Result<std::unique_ptr<BatchOutput>> {
    auto output = std::make_unique<Collected>();
    outputs.push_back(output.get());
    return output;
  };
  test::must(convert(*chunks, make_output, {.threads = 2}));
  CHECK(outputs.size() == 2);
  CHECK(source.restarted);
}

TEST_CASE("convert: an output that cannot be made is reported", "[convert]") {
  Counting source({10, 10});
  const auto make_output = [](const DType&) -> Result<std::unique_ptr<BatchOutput>> {
    return fail(Code::io, "no room");
  };
  CHECK(test::refused(convert(source, make_output, {})).message == "no room");
}

}  // namespace gyre
