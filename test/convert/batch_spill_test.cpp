#include "convert/detail/batch_spill.hpp"

#include "support/equal.hpp"
#include "support/must.hpp"
#include "support/samples.hpp"
#include "support/vortex_bytes.hpp"

namespace gyre {

TEST_CASE("spill: columns of all kinds come back, in any order", "[convert]") {
  const auto number = DType::primitive(PType::i32, true);
  const auto point = DType::structure({{"x", number}, {"s", DType::utf8(true)}}, true);
  const std::vector<DType> dtypes{DType::boolean(true),
                                  number,
                                  DType::decimal(30, 2, true),
                                  DType::utf8(true),
                                  point,
                                  DType::list(point, true),
                                  DType::fixed_size_list(number, 3, true),
                                  DType::map(DType::utf8(), number, true),
                                  DType::null()};
  std::vector<DType::Field> fields;
  for (const auto& dtype : dtypes) fields.push_back({"c", dtype});
  const auto schema = DType::structure(std::move(fields));
  const auto batch_of = [&](std::uint64_t rows, std::uint64_t seed) {
    Batch batch{schema, rows, {}};
    for (const auto& dtype : dtypes)
      batch.columns.push_back(
          test::sample(dtype, rows, test::Pattern::full_range, test::Nulls::some, seed));
    return batch;
  };
  BatchSpill spill(".");
  const std::vector<Batch> batches{batch_of(1000, 1), batch_of(0, 2), batch_of(77, 3)};
  std::vector<io::ByteRange> places;
  for (const auto& batch : batches) places.push_back(test::must(spill.write(batch)));
  for (const std::size_t i : {2, 0, 1}) {
    const auto columns = test::must(spill.take(places[i], schema));
    REQUIRE(columns.size() == dtypes.size());
    for (std::size_t column = 0; column < columns.size(); ++column)
      CHECK(test::columns_equal(columns[column], batches[i].columns[column]));
  }
}

}  // namespace gyre
