#include "arrow/export.hpp"

#include "arrow/imported.hpp"
#include "dtype/temporal.hpp"
#include "dtype/text.hpp"
#include "support/conformance.hpp"
#include "support/must.hpp"
#include "support/samples.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

/// A schema and an array that are released as their users do.
struct Exported {
  explicit Exported(const Batch& batch) {
    must(arrow::export_schema(batch.schema, schema));
    must(arrow::export_batch(batch, array));
  }
  ~Exported() {
    schema.release(&schema);
    array.release(&array);
  }
  Exported(const Exported&) = delete;
  Exported& operator=(const Exported&) = delete;

  ArrowSchema schema{};
  ArrowArray array{};
};

Batch batch_of(const Column& column) {
  return {DType::structure({{"values", column.dtype}}), column.rows, {column}};
}

void check_export(const Column& column) {
  INFO(to_text(column.dtype) << ", " << column.rows << " rows");
  const Exported exported(batch_of(column));
  REQUIRE(exported.array.length == static_cast<std::int64_t>(column.rows));
  REQUIRE(exported.array.n_children == 1);
  CHECK(std::string_view(exported.schema.children[0]->name) == "values");
  for (std::uint64_t row = 0; row < column.rows; ++row) {
    const auto value = imported(exported.schema, exported.array, static_cast<std::int64_t>(row));
    const auto expected = scalar_at(column, row);
    if (std::get<std::vector<Value>>(value.held).front() != expected.value)
      FAIL("row " << row << " is not " << to_text(expected));
  }
}

}  // namespace

TEST_CASE("export: values of every type arrive as they are", "[arrow]") {
  const auto temporal = [](Temporal::What what, TimeUnit unit) {
    return temporal_dtype({what, unit, ""}, true);
  };
  for (const auto& dtype : {DType::null(), DType::boolean(true), DType::primitive(PType::i8, true),
                            DType::primitive(PType::u16), DType::primitive(PType::f16, true),
                            DType::primitive(PType::i32), DType::primitive(PType::u64, true),
                            DType::primitive(PType::f64, true), DType::decimal(10, 2, true),
                            DType::decimal(50, 3, true), DType::utf8(true), DType::binary(true),
                            temporal(Temporal::What::date, TimeUnit::days),
                            temporal(Temporal::What::time, TimeUnit::microseconds),
                            temporal(Temporal::What::timestamp, TimeUnit::seconds)})
    for (const auto& column : samples(dtype)) check_export(column);
}

TEST_CASE("export: nested values arrive as they are, nulls at every level", "[arrow]") {
  const auto nested = nested_dtype();
  for (const auto& dtype :
       {nested, nested.element(), DType::fixed_size_list(nested.element(), 2, true),
        DType::map(DType::utf8(), nested, false, true)})
    for (const std::uint64_t rows : {0, 1, 9, 1025})
      for (const auto nulls : {Nulls::none, Nulls::some, Nulls::all})
        check_export(sample(dtype, rows, Pattern::full_range, nulls));
}

TEST_CASE("export: nested values of a file arrive as they were, cut anywhere", "[arrow]") {
  const auto plain = sample(nested_dtype(), 2000, Pattern::full_range, Nulls::some);
  PlainChildren encodings;
  const auto column = must(read_back(must(encodings.child(plain)), plain.dtype, plain.rows));
  check_export(column);
  check_export(slice(column, 3, 1500));
  const Exported exported(batch_of(column));
  for (std::uint64_t row = 0; row < plain.rows; row += 97)
    CHECK(imported(*exported.schema.children[0], *exported.array.children[0],
                   static_cast<std::int64_t>(row)) == scalar_at(plain, row).value);
}

TEST_CASE("export: a schema with a type that Arrow lacks is refused, wherever that is", "[arrow]") {
  const auto dtype =
      DType::structure({{"number", DType::primitive(PType::i32)},
                        {"inner", DType::list(DType::structure({{"any", DType::variant()}}))}});
  ArrowSchema schema{};
  CHECK(refused(arrow::export_schema(dtype, schema)).code == Code::unsupported);
  CHECK(schema.release == nullptr);
}
