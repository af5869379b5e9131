#include "convert/same_rows.hpp"

#include "array/value_builder.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

/// One batch of whole numbers.
class Numbers final : public BatchSource {
 public:
  explicit Numbers(std::vector<std::uint64_t> numbers, PType ptype = PType::u64)
      : dtype_(DType::primitive(ptype)), numbers_(std::move(numbers)) {}
  const DType& schema() const override { return schema_; }
  void prepare(unsigned) override {}
  Result<std::optional<BatchJob>> next_job() override {
    if (std::exchange(read_, true)) return std::optional<BatchJob>{};
    return std::optional<BatchJob>([this](unsigned, const BatchTaker& take) -> Result<void> {
      std::vector<Value> values;
      for (const auto number : numbers_) values.push_back({Int256::of(number)});
      return give({{schema_, values.size(), {column_of_values(values, dtype_)}}}, take);
    });
  }

 private:
  DType dtype_;
  DType schema_ = DType::structure({{"n", dtype_}});
  std::vector<std::uint64_t> numbers_;
  bool read_ = false;
};

std::string difference(Numbers written, Numbers expected, PipelineOptions options = {}) {
  const auto same = check_same_rows(written, expected, options);
  return same ? "" : same.error().message;
}

TEST_CASE("same rows: the first value that differs is named", "[convert]") {
  CHECK(difference(Numbers({1, 2, 3}), Numbers({1, 2, 3})).empty());
  CHECK(difference(Numbers({1, 5, 6}), Numbers({1, 2, 3})) == "row 1: column n is 5, expected 2");
}

TEST_CASE("same rows: rows too many or too few are told", "[convert]") {
  CHECK(difference(Numbers({1, 2}), Numbers({1, 2, 3})) == "fewer than 3 rows");
  CHECK(difference(Numbers({1, 2, 3}), Numbers({1, 2})) == "more than 2 rows");
  CHECK(difference(Numbers({1, 2}), Numbers({1, 2, 3}), {.limit = 2}).empty());
  CHECK(difference(Numbers({}), Numbers({})).empty());
}

TEST_CASE("same rows: types have to be the same", "[convert]") {
  CHECK(difference(Numbers({1}, PType::u32), Numbers({1})) == "column 0 is n u32, expected n u64");
}

}  // namespace
}  // namespace gyre
