#include "encodings/decimal.hpp"

#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

/// The values of a column at one of the six widths, which holds them.
EncodedArray decimal_of_width(const Column& plain, unsigned values_type) {
  Buffer values;
  with_word(1u << values_type, [&]<Word W>(W) {
    auto words = MutableBuffer::uninitialized(plain.rows * sizeof(W));
    for (std::uint64_t row = 0; row < plain.rows; ++row) {
      const auto scalar = scalar_at(plain, row);
      words.as<W>()[row] = scalar.is_null() ? W{} : truncate<W>(scalar.word());
    }
    values = std::move(words).freeze();
  });
  auto array = node("vortex.decimal", numbers({values_type}), {values});
  if (plain.null_count > 0) array.children.push_back(validity_node(validity_of(plain)));
  return array;
}

}  // namespace

TEST_CASE("decimal: answers every question as its plain form does", "[encodings][decimal]") {
  const auto precision = GENERATE(2u, 3u, 9u, 15u, 38u, 76u);
  for (const auto& plain : samples(DType::decimal(precision, 1, true)))
    check_encoder(decimal_encoding, plain);
}

TEST_CASE("decimal: is stored at the width its precision asks for", "[encodings][decimal]") {
  const auto width_of = [](unsigned precision) {
    const auto plain = sample(DType::decimal(precision, 0), 64, Pattern::full_range, Nulls::none);
    return plain_node(plain).buffers[0].bytes.size() / 64;
  };
  CHECK(width_of(2) == 1);
  CHECK(width_of(4) == 2);
  CHECK(width_of(9) == 4);
  CHECK(width_of(18) == 8);
  CHECK(width_of(38) == 16);
  CHECK(width_of(39) == 32);
}

TEST_CASE("decimal: a value with more digits than its type says survives", "[encodings][decimal]") {
  const auto dtype = DType::decimal(2, 0);
  check_encoder(decimal_encoding, word_column({Int256::of(std::int64_t{-99'999})}, dtype));
}

TEST_CASE("decimal: may be wider or narrower than its precision needs", "[encodings][decimal]") {
  const auto values_type = GENERATE(0u, 1u, 2u, 3u, 4u, 5u);
  const auto precision = GENERATE(2u, 38u, 76u);
  const auto dtype = DType::decimal(precision, 0, true);
  for (const std::uint64_t rows : {0, 1, 1025}) {
    const auto plain = sample(dtype, rows, Pattern::small, Nulls::some);
    check_conformance(decimal_of_width(plain, values_type), plain);
  }
}

TEST_CASE("decimal: a node that lies is refused", "[encodings][decimal]") {
  auto lie =
      decimal_of_width(sample(DType::decimal(15, 2, true), 1025, Pattern::small, Nulls::some), 3);
  auto dtype = DType::decimal(15, 2, true);
  std::uint64_t rows = 1025;
  SECTION("no such width") { lie.metadata = numbers({6}); }
  SECTION("values for another width") { lie.metadata = numbers({4}); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, 1); }
  SECTION("no values") { lie.buffers.clear(); }
  SECTION("a value short") {
    lie.buffers[0].bytes = lie.buffers[0].bytes.slice(0, lie.buffers[0].bytes.size() - 1);
  }
  SECTION("more rows than 64 bits of bytes") { rows = UINT64_MAX / 2; }
  SECTION("validity too short") { lie.children[0] = validity_node({true}); }
  SECTION("validity of a type without nulls") { dtype = DType::decimal(15, 2); }
  SECTION("too many children") { lie.children.push_back(lie.children[0]); }
  SECTION("integers") { dtype = DType::primitive(PType::i64, true); }
  check_refused(lie, dtype, rows, Code::corrupt);
}
