#include "encodings/alprd.hpp"

#include <algorithm>

#include "encodings/packed_nodes.hpp"
#include "support/bytes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

struct Cut {
  unsigned right_bits;
  PType left = PType::u16;
  bool packed = false;
};

Buffer alprd_message(unsigned right_bits, const std::vector<std::uint64_t>& dict, PType left,
                     const Buffer& patches = {}) {
  ProtobufWriter meta;
  meta.number(1, right_bits).number(2, dict.size());
  for (const auto entry : dict) meta.optional_number(3, entry);
  meta.number(4, static_cast<unsigned>(left));
  if (!patches.empty()) meta.bytes(5, patches.bytes());
  return meta.finish();
}

/// A column of floats cut in two; the left parts seen first make the dictionary, the others are patches.
EncodedArray alprd_node(const Column& plain, const Cut& cut) {
  const auto right_ptype = plain.dtype.ptype() == PType::f32 ? PType::u32 : PType::u64;
  std::vector<std::uint64_t> dict;
  std::vector<std::optional<Int256>> codes, right, patches;
  std::vector<std::uint64_t> patch_rows;
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    const auto bits = scalar_at(plain, row).is_null() ? 0 : scalar_at(plain, row).word().limb[0];
    right.emplace_back(Int256::of(bits & ((std::uint64_t{1} << cut.right_bits) - 1)));
    if (!plain.is_valid(row)) {
      codes.emplace_back();
      continue;
    }
    const auto left = bits >> cut.right_bits;
    auto found = std::ranges::find(dict, left);
    if (found == dict.end() && dict.size() < 8) found = dict.insert(dict.end(), left);
    if (found == dict.end()) {
      patch_rows.push_back(row);
      patches.emplace_back(Int256::of(left));
      codes.emplace_back(Int256::of(std::uint64_t{0}));
    } else {
      codes.emplace_back(Int256::of(static_cast<std::uint64_t>(found - dict.begin())));
    }
  }
  const auto left_dtype = DType::primitive(cut.left, plain.dtype.nullable());
  const auto code_column = word_column(codes, left_dtype);
  const auto right_column = word_column(right, DType::primitive(right_ptype));
  auto array = node("vortex.alprd", {}, {});
  array.children.push_back(cut.packed ? packed_node(code_column, {.width = 3})
                                      : plain_node(code_column));
  array.children.push_back(cut.packed ? packed_node(right_column, {.width = cut.right_bits})
                                      : plain_node(right_column));
  Buffer message;
  if (!patches.empty()) {
    message = patches_message(patches.size(), 0, PType::u16);
    array.children.push_back(integers(patch_rows, PType::u16));
    array.children.push_back(plain_node(word_column(patches, DType::primitive(cut.left))));
  }
  array.metadata = alprd_message(cut.right_bits, dict, cut.left, message);
  return array;
}

}  // namespace

TEST_CASE("alprd: answers every question as its plain form does", "[encodings][alprd]") {
  const auto [ptype, cut] =
      GENERATE(std::pair{PType::f64, Cut{.right_bits = 48}},
               std::pair{PType::f64, Cut{.right_bits = 52, .packed = true}},
               std::pair{PType::f64, Cut{.right_bits = 56, .left = PType::u8}},
               std::pair{PType::f32, Cut{.right_bits = 16, .left = PType::u32}},
               std::pair{PType::f32, Cut{.right_bits = 20, .packed = true}});
  for (const auto& plain : samples(DType::primitive(ptype, true)))
    check_conformance(alprd_node(plain, cut), plain);
}

TEST_CASE("alprd: the codes of nulls mean nothing", "[encodings][alprd]") {
  const auto dtype = DType::primitive(PType::f64, true);
  const auto codes = node("vortex.primitive", {}, {bytes("00 09 ff 00")},
                          {validity_node({true, false, false, true})});
  auto right = integers<std::uint64_t>({0, 1, 2, 3}, PType::u64);
  const auto plain =
      column_of<double>({1.0, std::nullopt, std::nullopt, 0x1.0000000000003p0}, dtype);
  check_conformance(
      node("vortex.alprd", alprd_message(48, {0x3ff0}, PType::u8), {}, {codes, right}), plain);

  const auto nulls = constant_node({}, DType::primitive(PType::u16, true));
  const auto none = sample(dtype, 4, Pattern::small, Nulls::all);
  check_conformance(node("vortex.alprd", alprd_message(48, {}, PType::u16), {}, {nulls, right}),
                    none);
  const auto none_valid = node("vortex.primitive", {}, {bytes("00 09 ff 00")},
                               {validity_node({false, false, false, false})});
  check_conformance(node("vortex.alprd", alprd_message(48, {}, PType::u8), {}, {none_valid, right}),
                    none);
}

TEST_CASE("alprd: a node that lies is refused", "[encodings][alprd]") {
  auto dtype = DType::primitive(PType::f64);
  auto lie = node("vortex.alprd", alprd_message(48, {0x3ff0}, PType::u16), {},
                  {integers({0, 0, 0}, PType::u16), integers({1, 2, 3}, PType::u64)});
  SECTION("an integer type") { dtype = DType::primitive(PType::i64); }
  SECTION("half floats") { dtype = DType::primitive(PType::f16); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("all bits on the right") { lie.metadata = alprd_message(64, {0x3ff0}, PType::u16); }
  SECTION("a left part of 17 bits") { lie.metadata = alprd_message(48, {0x13ff0}, PType::u16); }
  SECTION("fewer left parts than it says") { lie.metadata = numbers({48, 2, 0x3ff0, 1}); }
  SECTION("signed codes") { lie.metadata = alprd_message(48, {0x3ff0}, PType::i16); }
  SECTION("floats as codes") { lie.metadata = alprd_message(48, {0x3ff0}, PType::f16); }
  SECTION("a code past the left parts") { lie.children[0] = integers({0, 1, 0}, PType::u16); }
  SECTION("no left parts") { lie.metadata = alprd_message(48, {}, PType::u16); }
  SECTION("patches that are not there") {
    lie.metadata = alprd_message(48, {0x3ff0}, PType::u16, patches_message(1, 0, PType::u8));
  }
  SECTION("a patch past the end") {
    lie.metadata = alprd_message(48, {0x3ff0}, PType::u16, patches_message(1, 0, PType::u8));
    lie.children.push_back(integers({3}, PType::u8));
    lie.children.push_back(integers({1}, PType::u16));
  }
  SECTION("a patch before the first row") {
    lie.metadata = alprd_message(48, {0x3ff0}, PType::u16, patches_message(1, 2, PType::u8));
    lie.children.push_back(integers({1}, PType::u8));
    lie.children.push_back(integers({1}, PType::u16));
  }
  SECTION("patches that fall") {
    lie.metadata = alprd_message(48, {0x3ff0}, PType::u16, patches_message(2, 0, PType::u8));
    lie.children.push_back(integers({2, 1}, PType::u8));
    lie.children.push_back(integers({1, 1}, PType::u16));
  }
  SECTION("a child too many") { lie.children.push_back(lie.children[0]); }
  SECTION("null codes in what has none") {
    lie.children[0] = constant_node({}, DType::primitive(PType::u16, true));
  }
  SECTION("one child") { lie.children.pop_back(); }
  SECTION("a child of fewer rows") { lie.children[1] = integers({1, 2}, PType::u64); }
  check_refused(lie, dtype, 3, Code::corrupt);
}
