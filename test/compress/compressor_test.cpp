#include "compress/compressor.hpp"

#include "encodings/builtin.hpp"
#include "support/conformance.hpp"
#include "support/equal.hpp"
#include "support/must.hpp"
#include "support/samples.hpp"

namespace gyre {
namespace {

std::string_view choice(const Column& column) {
  const EncodingTable encodings(builtin_encodings());
  return test::must(Compressor(encodings).compress(column)).encoding;
}

Column numbers(std::uint64_t rows, auto&& value) {
  std::vector<std::optional<std::int64_t>> values;
  for (std::uint64_t row = 0; row < rows; ++row)
    values.push_back(static_cast<std::int64_t>(value(row)));
  return test::column_of<std::int64_t>(values, DType::primitive(PType::i64));
}

}  // namespace

TEST_CASE("compressor: takes the encoding that the values ask for", "[compress]") {
  test::Random random(1);
  CHECK(choice(numbers(4096, [](auto) { return 7; })) == "vortex.constant");
  CHECK(choice(numbers(4096, [](auto row) { return row / 512; })) == "vortex.runend");
  CHECK(choice(numbers(4096, [&](auto) { return random.below(100); })) == "fastlanes.bitpacked");
  CHECK(choice(numbers(4096, [&](auto) { return 1'000'000 + random.below(100); })) ==
        "fastlanes.for");
  CHECK(choice(numbers(4096, [&](auto) { return random.next(); })) == "vortex.primitive");
  CHECK(choice(numbers(4096, [&](auto) { return random.below(4) * 1'000'000'007; })) ==
        "vortex.dict");
  CHECK(choice(numbers(4096, [](auto row) { return 5 * row + 3; })) == "vortex.sequence");
  std::vector<std::optional<double>> prices;
  std::vector<std::optional<std::string>> names;
  for (int row = 0; row < 4096; ++row) {
    prices.emplace_back(static_cast<double>(random.below(100'000)) / 100);
    names.emplace_back("customer number " + std::to_string(random.below(1'000'000)));
  }
  CHECK(choice(test::column_of(prices, DType::primitive(PType::f64))) == "vortex.alp");
  CHECK(choice(test::text_column(names)) == "vortex.fsst");
}

TEST_CASE("compressor: what it stores reads back equal, for every type", "[compress]") {
  const EncodingTable encodings(builtin_encodings());
  const auto dtype = GENERATE(
      DType::primitive(PType::u8, true), DType::primitive(PType::i16),
      DType::primitive(PType::i32, true), DType::primitive(PType::u64),
      DType::primitive(PType::i64, true), DType::primitive(PType::f16, true),
      DType::primitive(PType::f32), DType::primitive(PType::f64, true), DType::boolean(true),
      DType::utf8(true), DType::binary(), DType::decimal(9, 2, true), DType::decimal(18, 4),
      DType::decimal(38, 10, true), DType::decimal(60, 5, true),
      DType::structure({{"a", DType::primitive(PType::i32, true)}, {"b", DType::utf8()}}, true));
  for (const auto& column : test::samples(dtype)) {
    const auto encoded = test::must(Compressor(encodings).compress(column));
    const auto read = test::must(test::read_back(encoded, column.dtype, column.rows));
    CHECK(test::difference(read, column) == "");
  }
}

}  // namespace gyre
