#include "encodings/bitpacked_v2.hpp"

#include "encodings/packed_nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

struct Blocks {
  std::uint64_t offset = 0;
  std::uint64_t first_byte = 0;  ///< of the first block
  PType bounds = PType::u32;
  unsigned narrower =
      0;  ///< bits fewer than the widest value of a block needs: wider ones become patches
};

struct Packed {
  MutableBuffer bytes;
  std::vector<std::uint64_t> bounds, wide_rows;
  std::vector<std::optional<Int256>> wide;
};

template <Word W>
Packed pack(const Column& plain, const Blocks& how) {
  Packed packed{MutableBuffer::zeroed(how.first_byte), {how.first_byte}, {}, {}};
  const auto blocks = (plain.rows + how.offset + block_values - 1) / block_values;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    std::vector<W> values(block_values, 0);
    unsigned widest = 0;
    for (unsigned i = 0; i < block_values; ++i) {
      const auto row = block * block_values + i - how.offset;  // may wrap
      if (row < plain.rows && plain.is_valid(row)) values[i] = plain.buffers[0].as<W>()[row];
      widest = std::max(widest, static_cast<unsigned>(std::bit_width(values[i])));
    }
    const auto width = widest - std::min(widest, how.narrower);
    for (unsigned i = 0; i < block_values; ++i) {
      if (static_cast<unsigned>(std::bit_width(values[i])) <= width) continue;
      packed.wide_rows.push_back(block * block_values + i - how.offset);
      packed.wide.emplace_back(widen(plain.dtype, values[i]));
    }
    packed.bytes.resize(packed.bytes.size() + block_bytes(width));
    pack_block(values.data(), width, packed.bytes.data() + packed.bounds.back());
    packed.bounds.push_back(packed.bytes.size());
  }
  return packed;
}

EncodedArray packed_v2_node(const Column& plain, const Blocks& how) {
  auto packed =
      with_small_word(word_bytes(plain.dtype), [&]<Word W>(W) { return pack<W>(plain, how); });
  ProtobufWriter meta;
  meta.number(1, how.offset).number(2, static_cast<unsigned>(how.bounds));
  auto array = node("fastlanes.bitpacked.v2", {}, {std::move(packed.bytes).freeze()});
  if (!packed.wide.empty()) {
    meta.bytes(3, patches_message(packed.wide.size(), 0, PType::u16).bytes());
    array.children.push_back(integers<std::uint64_t>(packed.wide_rows, PType::u16));
    array.children.push_back(plain_node(word_column(packed.wide, plain.dtype)));
  }
  array.metadata = meta.finish();
  if (plain.null_count > 0) array.children.push_back(validity_node(validity_of(plain)));
  array.children.push_back(integers<std::uint64_t>(packed.bounds, how.bounds));
  return array;
}

}  // namespace

TEST_CASE("bitpacked v2: answers every question as its plain form does",
          "[encodings][bitpacked_v2]") {
  const auto ptype = GENERATE(PType::u8, PType::i16, PType::u32, PType::i64);
  for (const auto& plain : samples(DType::primitive(ptype, true)))
    check_conformance(packed_v2_node(plain, {}), plain);
}

TEST_CASE("bitpacked v2: blocks of different widths, from any place on, with patches",
          "[encodings][bitpacked_v2]") {
  const auto how = GENERATE(Blocks{.offset = 1, .bounds = PType::u64},
                            Blocks{.offset = 1023, .first_byte = 640, .bounds = PType::u16},
                            Blocks{.narrower = 2}, Blocks{.offset = 600, .narrower = 3});
  const bool nullable = GENERATE(false, true);
  for (const std::uint64_t rows : {0, 1, 1023, 1024, 1025, 3000}) {
    Random random(rows);
    std::vector<std::optional<std::uint64_t>> values;
    for (std::uint64_t row = 0; row < rows; ++row) {
      values.emplace_back(random.below(row < 1000 ? 16 : row < 2500 ? 3000 : 1));
      if (nullable && random.chance(10)) values.back().reset();
    }
    const auto plain = column_of(values, DType::primitive(PType::u16, nullable));
    check_conformance(packed_v2_node(plain, how), plain);
  }
}

TEST_CASE("bitpacked v2: a node that lies is refused", "[encodings][bitpacked_v2]") {
  auto dtype = DType::primitive(PType::u16);
  std::uint64_t rows = 2000;
  const auto words =
      sample(dtype, rows, Pattern::full_range, Nulls::none);  // 16 bits wide: 2,048 bytes a block
  auto lie = packed_v2_node(words, {.offset = 40});
  const auto bounds = [&](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    lie.children[0] = integers<std::uint64_t>({a, b, c}, PType::u32);
  };
  SECTION("floats") { dtype = DType::primitive(PType::f16); }
  SECTION("text") { dtype = DType::utf8(); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("an offset past the first block") { lie.metadata = numbers({1024, 2}); }
  SECTION("signed bounds") { lie.metadata = numbers({40, 6}); }
  SECTION("float bounds") { lie.metadata = numbers({40, 9}); }
  SECTION("no bounds") { lie.children.clear(); }
  SECTION("two children too many") { lie.children.resize(3, lie.children[0]); }
  SECTION("validity where there are no nulls") {
    lie.children.insert(lie.children.begin(), validity_node(std::vector<bool>(rows, true)));
  }
  SECTION("validity too short") {
    dtype = dtype.with_nullable(true);
    lie.children.insert(lie.children.begin(), validity_node({true}));
  }
  SECTION("bounds of null") {
    lie.children[0] = constant_node({}, DType::primitive(PType::u32, true));
  }
  SECTION("no bytes") { lie.buffers.clear(); }
  SECTION("too few bytes") { lie.buffers[0].bytes = lie.buffers[0].bytes.slice(0, 4095); }
  SECTION("bounds past the bytes") { bounds(2049, 4097, 4097); }
  SECTION("bounds that fall") { bounds(2048, 0, 2048); }
  SECTION("half a bit of width") { bounds(0, 2048, 2048 + 64); }
  SECTION("more bits than the type has") { bounds(0, 17 * 128, 18 * 128); }
  SECTION("more rows than bounds") { rows = 3000; }
  SECTION("as many rows as there are numbers") { rows = UINT64_MAX; }
  check_refused(lie, dtype, rows, Code::corrupt);
}
