#include "encodings/rle.hpp"

#include "encodings/packed_nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

/// How a rle node made by hand looks.
struct Blocks {
  std::uint64_t offset = 0;  ///< places before row 0
  PType indices = PType::u16;
  std::uint64_t first_start = 0;  ///< values that a slice cut off
};

Buffer rle_message(std::uint64_t values, std::uint64_t places, PType indices, std::uint64_t blocks,
                   PType starts, std::uint64_t offset) {
  return numbers({values, places, static_cast<unsigned>(indices), blocks,
                  static_cast<unsigned>(starts), offset});
}

EncodedArray rle_node(const Column& plain, const Blocks& how, bool packed = false) {
  const auto blocks = (plain.rows + how.offset + block_values - 1) / block_values;
  std::vector<std::optional<Int256>> values, indices;
  std::vector<std::uint64_t> starts;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const auto first = values.size();
    starts.push_back(how.first_start + first);
    for (auto place = block * block_values; place < (block + 1) * block_values; ++place) {
      const bool inside = place >= how.offset && place - how.offset < plain.rows;
      const bool valid = !inside || plain.is_valid(place - how.offset);
      auto word = values.size() == first ? Int256::of(std::int64_t{9}) : *values.back();
      if (inside && valid) word = scalar_at(plain, place - how.offset).word();
      if (values.size() == first || *values.back() != word) values.emplace_back(word);
      indices.emplace_back();
      if (valid) indices.back() = Int256::of(values.size() - 1 - first);
    }
  }
  const auto meta =
      rle_message(values.size(), indices.size(), how.indices, blocks, PType::u64, how.offset);
  const auto codes = word_column(indices, DType::primitive(how.indices, plain.dtype.nullable()));
  return node("fastlanes.rle", meta, {},
              {plain_node(word_column(values, plain.dtype.with_nullable(false))),
               packed ? packed_node(codes, {.width = 8}) : plain_node(codes),
               integers<std::uint64_t>(starts, PType::u64)});
}

}  // namespace

TEST_CASE("rle: answers every question as its plain form does", "[encodings][rle]") {
  const auto ptype = GENERATE(PType::i8, PType::u16, PType::f32, PType::f64);
  for (const auto& plain : samples(DType::primitive(ptype, true)))
    check_conformance(rle_node(plain, {}), plain);
}

TEST_CASE("rle: rows may start anywhere, past the first block too", "[encodings][rle]") {
  const auto how = GENERATE(Blocks{.offset = 1}, Blocks{.offset = 1023, .first_start = 1000},
                            Blocks{.offset = 1024}, Blocks{.offset = 3000, .first_start = 7});
  const bool nullable = GENERATE(false, true);
  for (const std::uint64_t rows : {0, 1, 1023, 1024, 1025, 3000}) {
    const auto plain =
        sample(DType::primitive(PType::i32, nullable), rows, Pattern::runs, Nulls::some);
    check_conformance(rle_node(plain, how), plain);
    check_conformance(rle_node(plain, how, true), plain);
  }
}

TEST_CASE("rle: indices may be bytes", "[encodings][rle]") {
  const auto plain =
      sample(DType::primitive(PType::u64, true), 2500, Pattern::constant, Nulls::some);
  check_conformance(rle_node(plain, {.offset = 5, .indices = PType::u8}), plain);
}

TEST_CASE("rle: indices of null rows mean nothing, and those of a block with one value neither",
          "[encodings][rle]") {
  const auto dtype = DType::primitive(PType::i16, true);
  std::vector<std::optional<Int256>> indices(2048, Int256::of(std::int64_t{40'000}));
  std::vector<std::optional<Int256>> expected(2048);
  std::vector<bool> valid(2048, true);
  for (std::size_t row = 0; row < 1024; ++row) {  // null but for the first two
    valid[row] = row < 2;
    if (row < 2) indices[row] = Int256::of(std::uint64_t{row});
  }
  expected[0] = Int256::of(std::int64_t{-5});
  expected[1] = Int256::of(std::int64_t{-6});
  for (std::size_t row = 1024; row < 2048; ++row) expected[row] = Int256::of(std::int64_t{-7});
  auto codes = plain_node(word_column(indices, DType::primitive(PType::u16)));
  codes.children.push_back(validity_node(valid));
  check_conformance(node("fastlanes.rle", rle_message(3, 2048, PType::u16, 2, PType::u8, 0), {},
                         {integers({-5, -6, -7}, PType::i16), codes, integers({0, 2}, PType::u8)}),
                    word_column(expected, dtype));
}

TEST_CASE("rle: a block whose rows are all null needs no values", "[encodings][rle]") {
  const auto dtype = DType::primitive(PType::i16, true);
  const std::vector<std::optional<Int256>> nothing(1024);
  const auto meta = rle_message(0, 1024, PType::u16, 1, PType::u8, 0);
  const auto codes_dtype = DType::primitive(PType::u16, true);
  auto array = node("fastlanes.rle", meta, {},
                    {integers({}, PType::i16), plain_node(word_column(nothing, codes_dtype)),
                     integers({0}, PType::u8)});
  check_conformance(array, word_column(nothing, dtype));
  array.children[1] = constant_node({}, codes_dtype);
  check_conformance(array, word_column(nothing, dtype));
}

TEST_CASE("rle: a node that lies is refused", "[encodings][rle]") {
  auto dtype = DType::primitive(PType::i32);
  std::uint64_t rows = 2000;
  auto lie = rle_node(sample(dtype, rows, Pattern::full_range, Nulls::none), {.offset = 40});
  const auto values = lie.children[0].buffers[0].bytes.size() / 4;
  const auto message = [&](std::uint64_t places, PType indices, std::uint64_t blocks, PType starts,
                           std::uint64_t offset) {
    lie.metadata = rle_message(values, places, indices, blocks, starts, offset);
  };
  SECTION("text") { dtype = DType::utf8(); }
  SECTION("a child missing") { lie.children.pop_back(); }
  SECTION("a child too many") { lie.children.push_back(lie.children[2]); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("a block not whole") { message(2047, PType::u16, 2, PType::u64, 0); }
  SECTION("more blocks than starts") { message(2048, PType::u16, 1, PType::u64, 40); }
  SECTION("wide indices") { message(2048, PType::u32, 2, PType::u64, 40); }
  SECTION("signed indices") { message(2048, PType::i16, 2, PType::u64, 40); }
  SECTION("signed starts") { message(2048, PType::u16, 2, PType::i64, 40); }
  SECTION("rows past the indices") { message(2048, PType::u16, 2, PType::u64, 49); }
  SECTION("an offset that wraps") { message(2048, PType::u16, 2, PType::u64, UINT64_MAX - 10); }
  SECTION("more rows than there are") { rows = 3000; }
  SECTION("values of null") { lie.children[0] = constant_node({}, dtype.with_nullable(true)); }
  SECTION("null indices of a type without nulls") {
    lie.children[1] = constant_node({}, DType::primitive(PType::u16, true));
  }
  SECTION("fewer indices than told") { lie.children[1] = integers({0, 0}, PType::u16); }
  SECTION("starts that fall") { lie.children[2] = integers({7, 6}, PType::u64); }
  SECTION("starts past the values") {
    lie.children[2] = integers<std::uint64_t>({0, values + 1}, PType::u64);
  }
  SECTION("an index past the block's values") {
    lie.children[2] = integers<std::uint64_t>({0, 5}, PType::u64);
  }
  SECTION("an index into a block without values") {
    lie.children[2] = integers<std::uint64_t>({0, values}, PType::u64);
  }
  check_refused(lie, dtype, rows, Code::corrupt);
}
