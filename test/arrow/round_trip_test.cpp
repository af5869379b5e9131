#include "arrow/export.hpp"
#include "arrow/import.hpp"
#include "arrow/uuid.hpp"
#include "dtype/temporal.hpp"
#include "dtype/text.hpp"
#include "support/catch.hpp"
#include "support/equal.hpp"
#include "support/must.hpp"
#include "support/samples.hpp"

using namespace gyre;

namespace {

/// Types of every kind that Arrow has too.
std::vector<DType> all_types() {
  std::vector<DType> types{DType::null(),
                           DType::boolean(true),
                           DType::utf8(true),
                           DType::binary(),
                           DType::decimal(5, 2, true),
                           DType::decimal(38, -3),
                           DType::decimal(76, 10, true)};
  for (unsigned i = 0; i <= static_cast<unsigned>(PType::f64); ++i)
    types.push_back(DType::primitive(static_cast<PType>(i), i % 2 == 0));
  using What = Temporal::What;
  types.push_back(temporal_dtype({What::date, TimeUnit::days, {}}, true));
  types.push_back(temporal_dtype({What::date, TimeUnit::milliseconds, {}}));
  types.push_back(temporal_dtype({What::time, TimeUnit::seconds, {}}, true));
  types.push_back(temporal_dtype({What::time, TimeUnit::nanoseconds, {}}));
  types.push_back(temporal_dtype({What::timestamp, TimeUnit::microseconds, "Europe/Berlin"}, true));
  types.push_back(temporal_dtype({What::timestamp, TimeUnit::seconds, {}}));
  types.push_back(arrow::uuid_dtype(true));
  types.push_back(DType::extension("vortex.json", DType::utf8(true), {}));
  const auto texts = DType::list(DType::utf8(true), true);
  types.push_back(texts);
  types.push_back(DType::list(texts));
  types.push_back(DType::fixed_size_list(DType::primitive(PType::i16, true), 3, true));
  types.push_back(DType::map(DType::utf8(), DType::primitive(PType::f32, true), false, true));
  types.push_back(
      DType::structure({{"a", DType::boolean()}, {"", texts}, {"a", DType::utf8(true)}}, true));
  return types;
}

Batch exported_and_back(const Batch& batch) {
  ArrowSchema schema;
  REQUIRE(arrow::export_schema(batch.schema, schema));
  ArrowArray array;
  REQUIRE(arrow::export_batch(batch, array));
  auto back = test::must(arrow::import_batch(array, schema));
  schema.release(&schema);
  return back;
}

}  // namespace

TEST_CASE("arrow: what was exported comes back with equal types and values", "[arrow]") {
  for (const auto& dtype : all_types()) {
    INFO(to_text(dtype));
    for (const auto& column : test::samples(dtype)) {
      const Batch batch{DType::structure({{"x", dtype}}), column.rows, {column}};
      const auto back = exported_and_back(batch);
      CHECK(back.schema == batch.schema);
      REQUIRE(back.rows == batch.rows);
      CHECK(test::columns_equal(back.columns[0], column));
    }
  }
}

TEST_CASE("arrow: numbers that were exported come back as the same memory", "[arrow]") {
  const auto column = test::sample(DType::primitive(PType::i64, true), 100, test::Pattern::rising,
                                   test::Nulls::some);
  const Batch batch{DType::structure({{"x", column.dtype}}), column.rows, {column}};
  const auto back = exported_and_back(batch);
  CHECK(back.columns[0].buffers[0].data() == column.buffers[0].data());
  CHECK(back.columns[0].validity.data() == column.validity.data());
}

TEST_CASE("arrow: slices of what was exported come back as slices", "[arrow]") {
  for (const auto& dtype : all_types()) {
    INFO(to_text(dtype));
    const auto column = test::sample(dtype, 50, test::Pattern::small, test::Nulls::some);
    const Batch batch{DType::structure({{"x", dtype}}), column.rows, {column}};
    ArrowSchema schema;
    REQUIRE(arrow::export_schema(batch.schema, schema));
    for (const std::int64_t first : {1, 8, 13}) {
      ArrowArray array;
      REQUIRE(arrow::export_batch(batch, array));
      array.offset = first;
      array.length = 30;
      const auto back = test::must(arrow::import_batch(array, schema));
      const auto begin = static_cast<std::uint64_t>(first);
      CHECK(test::columns_equal(back.columns[0], slice(column, begin, begin + 30)));
    }
    schema.release(&schema);
  }
}
