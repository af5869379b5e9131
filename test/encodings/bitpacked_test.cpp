#include "encodings/bitpacked.hpp"

#include "encodings/packed_nodes.hpp"
#include "encodings/primitive.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

std::optional<std::uint64_t> estimated(const Column& plain) {
  return bitpacked_encoding.estimate(plain, PlainChildren());
}

/// Rows 0, 1, 2 … of small numbers with a few wide ones.
Column with_outliers(std::uint64_t rows, const DType& dtype) {
  Random random(rows);
  std::vector<std::optional<std::uint64_t>> values;
  for (std::uint64_t row = 0; row < rows; ++row) {
    values.emplace_back(random.chance(2) ? 1000 + random.below(20'000) : random.below(32));
    if (dtype.nullable() && random.chance(10)) values.back().reset();
  }
  return column_of(values, dtype);
}

}  // namespace

TEST_CASE("bitpacked: what is stored answers every question as its plain form does",
          "[encodings][bitpacked]") {
  const auto ptype = GENERATE(PType::u8, PType::i16, PType::u32, PType::i64);
  for (const auto& plain : samples(DType::primitive(ptype, true)))
    check_encoder(bitpacked_encoding, plain);
}

TEST_CASE("bitpacked: rows may start anywhere in a block, with patches of any index type",
          "[encodings][bitpacked]") {
  const auto packing =
      GENERATE(Packing{.width = 5}, Packing{.width = 5, .offset = 1},
               Packing{.width = 11, .offset = 1023, .patches_offset = 77, .chunk_offsets = true},
               Packing{.width = 0, .offset = 500, .indices = PType::u64},
               Packing{.width = 6, .offset = 1000, .indices = PType::u16});
  const bool nullable = GENERATE(false, true);
  for (const std::uint64_t rows : {0, 1, 1023, 1024, 1025, 3000}) {
    const auto plain = with_outliers(rows, DType::primitive(PType::i16, nullable));
    check_conformance(packed_node(plain, packing), plain);
    if (rows == 1025) {
      const auto wider = with_outliers(rows, DType::primitive(PType::u64, nullable));
      check_conformance(packed_node(wider, packing), wider);
    }
  }
}

TEST_CASE("bitpacked: the width is the one that makes the fewest bytes", "[encodings][bitpacked]") {
  const auto dtype = DType::primitive(PType::u32);
  std::vector<std::optional<std::uint64_t>> values(2048, 31);
  CHECK(packed_size(column_of(values, dtype)).width == 5);
  CHECK(estimated(column_of(values, dtype)) == 2 * 5 * 128);
  values[100] = 1'000'000;
  const auto size = packed_size(column_of(values, dtype));
  CHECK(size.width == 5);
  CHECK(size.patches == 1);
  CHECK(size.bytes == 2 * 5 * 128 + 4 + 2);
  CHECK(estimated(column_of(values, dtype)) == size.bytes);
  const auto encoded = check_encoder(bitpacked_encoding, column_of(values, dtype));
  CHECK(encoded.size_bytes() == size.bytes - 1);  // row 100 fits a byte
  for (std::size_t row = 0; row < values.size(); row += 2) values[row] = 1'000'000;
  CHECK(packed_size(column_of(values, dtype)).width == 20);
  // What does not fit does not count where it is null.
  for (std::size_t row = 0; row < values.size(); row += 2) values[row].reset();
  CHECK(packed_size(column_of(values, dtype.with_nullable(true))).width == 5);
}

TEST_CASE("bitpacked: is not offered for what it cannot make smaller", "[encodings][bitpacked]") {
  CHECK_FALSE(
      estimated(sample(DType::primitive(PType::u32), 5000, Pattern::full_range, Nulls::none)));
  CHECK_FALSE(estimated(column_of<int>({3, -1, 4}, DType::primitive(PType::i32))));
  CHECK_FALSE(estimated(column_of<float>({3, 1, 4}, DType::primitive(PType::f32))));
  CHECK_FALSE(estimated(sample(DType::utf8(), 10, Pattern::small, Nulls::none)));
  CHECK_FALSE(estimated(sample(DType::primitive(PType::u32), 0, Pattern::small, Nulls::none)));
}

TEST_CASE("bitpacked: a test that no packed value can pass looks at none",
          "[encodings][bitpacked]") {
  const auto plain = with_outliers(1024, DType::primitive(PType::u32));
  const auto encoded = packed_node(plain, {.width = 5});
  const EncodingTable table({{&bitpacked_encoding, &primitive_encoding}});
  ReadContext context;
  const auto reader =
      must(make_reader(must(open_array(encoded, plain.dtype, plain.rows, table)), context));
  auto mask = TileMask::all(1024);
  must(words_of<std::uint32_t>(*reader).select({0, 1024}, {1000, 30'000}, mask));
  CHECK(context.counters.tiles_decoded == 0);
  for (std::uint64_t row = 0; row < 1024; ++row)
    if (mask.at(row) != (plain.buffers[0].as<std::uint32_t>()[row] >= 1000)) FAIL("row " << row);
}

TEST_CASE("bitpacked: a node that lies is refused", "[encodings][bitpacked]") {
  auto dtype = DType::primitive(PType::u16, true);
  const std::uint64_t rows = 2000;
  auto lie = packed_node(with_outliers(rows, dtype), {.width = 5, .offset = 40});
  const auto patches = [&](std::uint64_t count, std::uint64_t offset, PType indices) {
    lie.metadata = ProtobufWriter()
                       .number(1, 5)
                       .number(2, 40)
                       .bytes(3, patches_message(count, offset, indices).bytes())
                       .finish();
  };
  SECTION("floats") { dtype = DType::primitive(PType::f16, true); }
  SECTION("text") { dtype = DType::utf8(true); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("more bits than the type has") { lie.metadata = numbers({17, 40}); }
  SECTION("an offset past the first block") { lie.metadata = numbers({5, 1024}); }
  SECTION("an offset that wraps") { lie.metadata = numbers({5, ~std::uint64_t{0}}); }
  SECTION("too few bytes") {
    lie.buffers[0].bytes = lie.buffers[0].bytes.slice(0, 2 * 5 * 128 - 1);
  }
  SECTION("no bytes") { lie.buffers.clear(); }
  SECTION("no patches") { lie.children.clear(); }
  SECTION("a child too many") { lie.children.push_back(lie.children.back()); }
  SECTION("validity too short") { lie.children.back() = validity_node({true}); }
  SECTION("validity of a type without nulls") { dtype = DType::primitive(PType::u16); }
  SECTION("patches of another type") { lie.children[1] = integers({1, 2}, PType::u32); }
  SECTION("more patches than rows") { patches(rows + 1, 0, PType::u32); }
  SECTION("more patches than indices") {
    patches(lie.children[0].buffers[0].bytes.size() / 4 + 1, 0, PType::u32);
  }
  SECTION("indices that are floats") { patches(1, 0, PType::f32); }
  SECTION("rows of patches before the first") { patches(2, 1999, PType::u32); }
  SECTION("an offset of patches that wraps") { patches(2, ~std::uint64_t{0}, PType::u32); }
  SECTION("rows of patches that fall") {
    patches(2, 0, PType::u32);
    lie.children[0] = integers({7, 6}, PType::u32);
  }
  SECTION("rows of patches that repeat") {
    patches(2, 0, PType::u32);
    lie.children[0] = integers({7, 7}, PType::u32);
  }
  SECTION("rows of patches past the end") {
    patches(2, 0, PType::u32);
    lie.children[0] = integers({7, 2000}, PType::u32);
  }
  SECTION("negative rows of patches") {
    patches(2, 0, PType::i8);
    lie.children[0] = integers({-1, 1}, PType::i8);
  }
  SECTION("patches of null") {
    patches(2, 0, PType::u8);
    lie.children[0] = integers({7, 8}, PType::u8);
    lie.children[1] = constant_node({}, dtype);
  }
  check_refused(lie, dtype, rows, Code::corrupt);
}

TEST_CASE("bitpacked: rows without end need no memory", "[encodings][bitpacked]") {
  const auto dtype = DType::primitive(PType::u64);
  const auto none = node("fastlanes.bitpacked", numbers({0, 1023}), {});
  check_refused(none, dtype, ~std::uint64_t{0}, Code::corrupt);
  check_refused(node("fastlanes.bitpacked", numbers({64, 0}), {Buffer()}), dtype,
                std::uint64_t{1} << 62, Code::corrupt);
}
