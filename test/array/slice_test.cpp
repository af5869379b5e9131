#include "array/column_sink.hpp"
#include "array/encoding.hpp"
#include "support/catch.hpp"
#include "support/equal.hpp"
#include "support/must.hpp"
#include "support/reader_checks.hpp"
#include "support/samples.hpp"

namespace gyre {
namespace {

using test::must;
using test::Nulls;
using test::Pattern;

Result<ArrayRef> open_none(const ArrayParts&) { return fail(Code::unsupported, "never stored"); }
Result<ReaderRef> read_plain(ArrayRef array, ReadContext& context);
constexpr Encoding plain_encoding{.id = "test.plain", .open = open_none, .reader = read_plain};

struct PlainArray final : Array {
  explicit PlainArray(Column values)
      : Array(plain_encoding, values.dtype, values.rows), column(std::move(values)) {}
  Column column;
};

Result<ReaderRef> read_plain(ArrayRef array, ReadContext& context) {
  return reader_of(static_cast<const PlainArray&>(*array).column, context);
}

std::vector<DType> dtypes() {
  return {DType::null(),
          DType::boolean(true),
          DType::primitive(PType::i16, true),
          DType::primitive(PType::f64),
          DType::decimal(60, 2, true),
          DType::utf8(true),
          DType::structure({{"a", DType::boolean(true)}, {"b", DType::primitive(PType::u8)}}, true),
          DType::list(DType::utf8(), true),
          DType::fixed_size_list(DType::primitive(PType::u8), 2, true)};
}

TEST_CASE("lazy slice: answers every question as a slice of plain memory does", "[array][slice]") {
  for (const auto& dtype : dtypes()) {
    const auto plain = test::sample(dtype, 4000, Pattern::full_range, Nulls::some);
    const auto array = std::make_shared<PlainArray>(plain);
    for (const RowRange rows : {RowRange{0, 4000}, {1024, 4000}, {3, 3500}, {500, 501}, {77, 77}}) {
      ReadContext context;
      const auto part = must(slice(array, rows));
      const auto expected = slice(plain, rows.first, rows.last);
      CHECK(part->rows == rows.size());
      CHECK(part->dtype == dtype);
      const auto reader = must(make_reader(part, context));
      test::check_reader(*reader, expected, context);
    }
  }
}

TEST_CASE("lazy slice: a slice of a slice counts from the first row of the outer one",
          "[array][slice]") {
  const auto plain =
      test::sample(DType::primitive(PType::u32), 100, Pattern::full_range, Nulls::none);
  const auto outer = must(slice(std::make_shared<PlainArray>(plain), {10, 90}));
  const auto inner = must(slice(outer, {5, 70}));
  ReadContext context;
  const auto reader = must(make_reader(inner, context));
  CHECK(test::columns_equal(must(read_column(*reader, plain.dtype, {0, 65}, context)),
                            slice(plain, 15, 80)));
}

TEST_CASE("lazy slice: all rows are the array itself, and rows past the end are refused",
          "[array][slice]") {
  const ArrayRef array = std::make_shared<PlainArray>(test::null_column(10));
  CHECK(must(slice(array, {0, 10})) == array);
  CHECK(test::refused(slice(array, {0, 11})).code == Code::invalid_argument);
  CHECK(test::refused(slice(array, {5, 4})).code == Code::invalid_argument);
  CHECK(test::refused(slice(must(slice(array, {2, 6})), {0, 5})).code == Code::invalid_argument);
}

}  // namespace
}  // namespace gyre
