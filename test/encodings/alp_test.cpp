#include "encodings/alp.hpp"

#include <bit>
#include <cmath>

#include "encodings/builtin.hpp"
#include "encodings/packed_nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

/// Encoded integers for a column of doubles or floats, all of which the exponents fit but for the patches.
template <class Float, class Integer>
EncodedArray alp_node(const Column& plain, unsigned e, unsigned f, bool pack = false) {
  const auto power = [](unsigned exponent) {
    return static_cast<Float>(std::pow(10.0L, static_cast<long double>(exponent)));
  };
  const auto inverse = [](unsigned exponent) {
    return static_cast<Float>(std::pow(10.0L, -static_cast<long double>(exponent)));
  };
  std::vector<std::optional<Int256>> integers_of, wide;
  std::vector<std::uint64_t> wide_rows;
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    if (!plain.is_valid(row)) {
      integers_of.emplace_back();
      continue;
    }
    const auto value = plain.buffers[0].as<Float>()[row];
    const Float scaled = value * power(e) * inverse(f);
    Integer encoded = 0;
    if (std::abs(scaled) < static_cast<Float>(Integer{1} << (sizeof(Float) == 4 ? 24 : 52)))
      encoded = static_cast<Integer>(std::nearbyint(scaled));
    const Float back = static_cast<Float>(encoded) * power(f) * inverse(e);
    if (std::memcmp(&back, &value, sizeof value) != 0) {
      wide_rows.push_back(row);
      wide.emplace_back(scalar_at(plain, row).word());
      encoded = 1;
    }
    integers_of.emplace_back(Int256::of(std::int64_t{encoded}));
  }
  const auto dtype =
      DType::primitive(sizeof(Float) == 4 ? PType::i32 : PType::i64, plain.dtype.nullable());
  const auto encoded = word_column(integers_of, dtype);
  ProtobufWriter meta;
  meta.number(1, e).number(2, f);
  auto array =
      node("vortex.alp", {}, {}, {pack ? packed_node(encoded, {.width = 7}) : plain_node(encoded)});
  if (!wide.empty()) {
    meta.bytes(3, patches_message(wide.size(), 0, PType::u32, pack).bytes());
    array.children.push_back(integers(wide_rows, PType::u32));
    array.children.push_back(plain_node(word_column(wide, plain.dtype)));
    if (pack) array.children.push_back(integers({0}, PType::u8));
  }
  array.metadata = meta.finish();
  return array;
}

Buffer alp_message(unsigned e, unsigned f, const Buffer& patches) {
  return ProtobufWriter().number(1, e).number(2, f).bytes(3, patches.bytes()).finish();
}

EncodedArray alp_of(const Column& plain, unsigned e, unsigned f, bool pack = false) {
  return plain.dtype.ptype() == PType::f32 ? alp_node<float, std::int32_t>(plain, e, f, pack)
                                           : alp_node<double, std::int64_t>(plain, e, f, pack);
}

}  // namespace

TEST_CASE("alp: answers every question as its plain form does", "[encodings][alp]") {
  const auto ptype = GENERATE(PType::f32, PType::f64);
  const bool pack = GENERATE(false, true);
  for (const auto& plain : samples(DType::primitive(ptype, true))) {
    check_conformance(alp_of(plain, 2, 0, pack), plain);
    if (plain.rows <= 1025 && !pack)
      check_conformance(alp_of(plain, ptype == PType::f32 ? 9 : 14, 7), plain);
  }
}

TEST_CASE("alp: integers of any size become floats as one by one", "[encodings][alp]") {
  constexpr std::int64_t edge = std::int64_t{1} << 51;
  const auto edges =
      GENERATE_COPY(std::vector<std::int64_t>{edge - 1, -edge, 0, 7},
                    std::vector<std::int64_t>{edge, -edge - 1, INT64_MAX, INT64_MIN, 12'345});
  std::vector<std::optional<double>> values;
  for (const auto number : edges) values.emplace_back(static_cast<double>(number) * 1e3 * 1e-5);
  const auto plain = column_of(values, DType::primitive(PType::f64));
  check_conformance(node("vortex.alp", numbers({5, 3}), {}, {integers(edges, PType::i64)}), plain);
}

TEST_CASE("alp: all rows may be null", "[encodings][alp]") {
  const auto dtype = DType::primitive(PType::f64, true);
  check_conformance(
      node("vortex.alp", {}, {}, {constant_node({}, DType::primitive(PType::i64, true))}),
      sample(dtype, 2000, Pattern::small, Nulls::all));
}

TEST_CASE("alp: a test on floats becomes one on packed integers", "[encodings][alp]") {
  std::vector<std::optional<double>> values;
  for (int i = 0; i < 1024; ++i) values.emplace_back(i % 100 / 100.0);
  const auto plain = column_of(values, DType::primitive(PType::f64));
  const auto encoded = alp_of(plain, 16, 14, true);
  ReadContext context;
  const EncodingTable table(builtin_encodings());
  const auto reader =
      must(make_reader(must(open_array(encoded, plain.dtype, plain.rows, table)), context));
  const auto low = float_order(std::bit_cast<std::uint64_t>(0.07));
  const auto high = float_order(std::bit_cast<std::uint64_t>(0.09));
  auto mask = TileMask::all(1024);
  must(
      words_of<std::uint64_t>(*reader).select({0, 1024}, {low, high - low, Order::floating}, mask));
  for (std::uint64_t row = 0; row < 1024; ++row)
    if (mask.at(row) != (row % 100 >= 7 && row % 100 <= 9)) FAIL("row " << row);
  CHECK(context.counters.tiles_tested == 1);
  CHECK(context.counters.tiles_decoded == 0);
}

TEST_CASE("alp: a node that lies is refused", "[encodings][alp]") {
  auto dtype = DType::primitive(PType::f32);
  auto lie = alp_of(column_of<float>({1.5F, 0.1F, 1e30F}, dtype), 2, 0);
  REQUIRE(lie.children.size() == 3);
  SECTION("an integer type") { dtype = DType::primitive(PType::i32); }
  SECTION("half floats") { dtype = DType::primitive(PType::f16); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("exponents past the tables") { lie.metadata = numbers({11, 0}); }
  SECTION("the other exponent past the tables") { lie.metadata = numbers({2, ~std::uint64_t{0}}); }
  SECTION("patches that nothing tells of") { lie.metadata = numbers({2, 0}); }
  SECTION("no patches") { lie.children.pop_back(); }
  SECTION("a patch past the end") { lie.children[1] = integers({3}, PType::u32); }
  SECTION("more patches than there are") {
    lie.metadata = alp_message(2, 0, patches_message(3, 0, PType::u32));
  }
  SECTION("more patches than rows") {
    lie.metadata = alp_message(2, 0, patches_message(4, 0, PType::u32));
  }
  SECTION("a patch before the first row") {
    lie.metadata = alp_message(2, 0, patches_message(1, 3, PType::u32));
  }
  SECTION("patches that fall") {
    lie.metadata = alp_message(2, 0, patches_message(2, 0, PType::u32));
    lie.children[1] = integers({2, 1}, PType::u32);
    lie.children[2] = plain_node(column_of<float>({1, 2}, dtype));
  }
  SECTION("a child too many") { lie.children.push_back(lie.children[1]); }
  SECTION("no children") { lie.children.clear(); }
  SECTION("a child of fewer rows") { lie.children[0] = integers({1, 2}, PType::i32); }
  check_refused(lie, dtype, 3, Code::corrupt);
}

namespace {

template <class Float>
Column prices(std::uint64_t rows, const DType& dtype) {
  Random random(rows);
  std::vector<std::optional<Float>> values;
  for (std::uint64_t row = 0; row < rows; ++row) {
    const auto cents = static_cast<Float>(random.below(100'000)) - 20'000;
    values.emplace_back(cents / 100);
    if (dtype.nullable() && random.chance(20)) values.back().reset();
    if (random.chance(1)) values.back() = std::sqrt(static_cast<Float>(row));
  }
  for (const auto special :
       {std::numeric_limits<Float>::quiet_NaN(), -Float{0}, std::numeric_limits<Float>::infinity(),
        std::numeric_limits<Float>::max(), std::numeric_limits<Float>::denorm_min()})
    values.emplace_back(special);
  return column_of(values, dtype);
}

}  // namespace

TEST_CASE("alp: what is stored answers every question as its plain form does", "[encodings][alp]") {
  const auto dtype = GENERATE(DType::primitive(PType::f32, true),
                              DType::primitive(PType::f64, true), DType::primitive(PType::f64));
  for (const auto& plain : samples(dtype)) check_encoder(alp_encoding, plain);
  for (const std::uint64_t rows : {1, 1023, 3000})
    check_encoder(alp_encoding, dtype.ptype() == PType::f32 ? prices<float>(rows, dtype)
                                                            : prices<double>(rows, dtype));
}

TEST_CASE("alp: decimals become small integers, and what is none an exception",
          "[encodings][alp]") {
  const auto plain = prices<double>(4096, DType::primitive(PType::f64));
  const auto encoded = check_encoder(alp_encoding, plain);
  const auto meta = must(ProtobufFields::parse(encoded.metadata.bytes()));
  CHECK(meta.number(1) - meta.number(2) == 2);
  const auto patches = must(ProtobufFields::parse(meta.bytes(3))).number(1);
  CHECK((patches >= 4 && patches < 80));
  const auto estimated = alp_encoding.estimate(plain, PlainChildren());
  REQUIRE(estimated);
  CHECK(*estimated < plain.rows * 3);
  CHECK_FALSE(alp_encoding.estimate(plain, PlainChildren(0)));
  CHECK_FALSE(alp_encoding.estimate(
      sample(DType::primitive(PType::f16), 100, Pattern::small, Nulls::none), PlainChildren()));
}
