#include "encodings/patched.hpp"

#include "encodings/packed_nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

struct Patching {
  std::uint64_t lanes = 32;
  std::uint64_t offset = 0;
  std::size_t before = 0;  ///< patches that a slice left in front
  unsigned percent = 5;    ///< of rows
};

struct Pieces {
  std::vector<std::optional<Int256>> inner, values;
  std::vector<std::uint64_t> starts, indices;
};

/// Some valid rows are made wrong and listed, lane by lane; patches outside the rows are noise.
Pieces pieces_of(const Column& plain, const Patching& how) {
  Random random(plain.rows + how.offset);
  Pieces pieces;
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    pieces.inner.emplace_back();
    if (plain.is_valid(row)) pieces.inner.back() = scalar_at(plain, row).word();
  }
  const auto noise = Int256::of(std::int64_t{77});
  pieces.indices.assign(how.before, 3);
  pieces.values.assign(how.before, noise);
  const auto blocks = (plain.rows + how.offset + block_values - 1) / block_values;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    for (std::uint64_t lane = 0; lane < how.lanes; ++lane) {
      pieces.starts.push_back(pieces.indices.size());
      for (auto index = lane; index < block_values; index += how.lanes) {
        const auto row = block * block_values + index - how.offset;  // may wrap, then it is outside
        const bool inside = row < plain.rows;
        if (!random.chance(how.percent) || (inside && !plain.is_valid(row))) continue;
        pieces.indices.push_back(index);
        pieces.values.push_back(inside ? pieces.inner[row] : noise);
        if (inside) pieces.inner[row] = noise;
      }
    }
  }
  pieces.starts.push_back(pieces.indices.size());
  return pieces;
}

EncodedArray patched_node(const Column& plain, const Patching& how) {
  const auto pieces = pieces_of(plain, how);
  return node("vortex.patched", numbers({pieces.indices.size(), how.lanes, how.offset}), {},
              {plain_node(word_column(pieces.inner, plain.dtype)),
               integers<std::uint64_t>(pieces.starts, PType::u32),
               integers<std::uint64_t>(pieces.indices, PType::u16),
               plain_node(word_column(pieces.values, plain.dtype))});
}

}  // namespace

TEST_CASE("patched: answers every question as its plain form does", "[encodings][patched]") {
  const auto ptype = GENERATE(PType::u8, PType::i32, PType::f32, PType::f64);
  for (const auto& plain : samples(DType::primitive(ptype, true)))
    check_conformance(patched_node(plain, {}), plain);
}

TEST_CASE("patched: rows may start anywhere in a block, with any lanes", "[encodings][patched]") {
  const auto how =
      GENERATE(Patching{.lanes = 16, .offset = 1}, Patching{.lanes = 1, .offset = 1023},
               Patching{.lanes = 128, .offset = 600, .before = 5000},
               Patching{.before = 3, .percent = 100}, Patching{.percent = 0});
  const bool nullable = GENERATE(false, true);
  for (const std::uint64_t rows : {0, 1, 1023, 1024, 1025, 3000}) {
    const auto plain =
        sample(DType::primitive(PType::i64, nullable), rows, Pattern::small, Nulls::some);
    check_conformance(patched_node(plain, how), plain);
  }
}

TEST_CASE("patched: all rows may be null", "[encodings][patched]") {
  const auto dtype = DType::primitive(PType::u32, true);
  const auto plain = word_column(std::vector<std::optional<Int256>>(1025), dtype);
  auto array = patched_node(plain, {.offset = 10});
  array.children[0] = constant_node({}, dtype);
  check_conformance(array, plain);
}

TEST_CASE("patched: a node that lies is refused", "[encodings][patched]") {
  auto dtype = DType::primitive(PType::u32);
  std::uint64_t rows = 2000;
  auto lie = node("vortex.patched", numbers({3, 2, 40}), {},
                  {plain_node(sample(dtype, rows, Pattern::small, Nulls::none)),
                   integers({0, 1, 1, 2, 3}, PType::u32), integers({50, 7, 8}, PType::u16),
                   integers({1, 2, 3}, PType::u32)});
  SECTION("text") { dtype = DType::utf8(); }
  SECTION("a child missing") { lie.children.pop_back(); }
  SECTION("a child too many") { lie.children.push_back(lie.children[3]); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("no lanes") { lie.metadata = numbers({3, 0, 40}); }
  SECTION("three lanes") { lie.metadata = numbers({3, 3, 40}); }
  SECTION("256 lanes") { lie.metadata = numbers({3, 256, 40}); }
  SECTION("more lanes than starts") { lie.metadata = numbers({3, 4, 40}); }
  SECTION("more patches than there are") { lie.metadata = numbers({4, 2, 40}); }
  SECTION("an offset past the first block") { lie.metadata = numbers({3, 2, 1024}); }
  SECTION("more rows than there are") { rows = 2001; }
  SECTION("as many rows as there are numbers") { rows = UINT64_MAX; }
  SECTION("starts that fall") { lie.children[1] = integers({0, 1, 3, 2, 1}, PType::u32); }
  SECTION("starts past the patches") { lie.children[1] = integers({0, 1, 1, 2, 4}, PType::u32); }
  SECTION("a place past the block") { lie.children[2] = integers({50, 7, 1024}, PType::u16); }
  SECTION("more patches in a block than rows") {
    lie.metadata = numbers({3000, 2, 40});
    lie.children[1] = integers({0, 0, 0, 0, 1025}, PType::u32);
    lie.children[2] = integers(std::vector<std::int64_t>(3000, 9), PType::u16);
    lie.children[3] = integers(std::vector<std::int64_t>(3000, 9), PType::u32);
  }
  SECTION("patches of null") {
    dtype = dtype.with_nullable(true);
    lie.children[3] = constant_node({}, dtype);
  }
  check_refused(lie, dtype, rows, Code::corrupt);
}
