#include "encodings/boolean.hpp"

#include "base/bits.hpp"
#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

TEST_CASE("bool: answers every question as its plain form does", "[encodings][bool]") {
  for (const auto& plain : samples(DType::boolean(true))) check_encoder(boolean_encoding, plain);
}

TEST_CASE("bool: row 0 may be any bit of the first byte", "[encodings][bool]") {
  const auto plain = sample(DType::boolean(), 1025, Pattern::full_range, Nulls::none);
  const auto offset = GENERATE(1u, 5u, 7u);
  auto bits = MutableBuffer::zeroed(bitmap_bytes(offset + plain.rows));
  for (std::uint64_t row = 0; row < plain.rows; ++row)
    if (bit_at(plain.buffers[0].data(), row)) set_bit(bits.data(), offset + row);
  check_conformance(node("vortex.bool", numbers({offset}), {std::move(bits).freeze()}), plain);
}

TEST_CASE("bool: a node that lies is refused", "[encodings][bool]") {
  auto lie = plain_node(sample(DType::boolean(true), 1025, Pattern::small, Nulls::some));
  auto dtype = DType::boolean(true);
  std::uint64_t rows = 1025;
  SECTION("bits missing") { lie.buffers.clear(); }
  SECTION("a byte short") { lie.buffers[0].bytes = lie.buffers[0].bytes.slice(0, 128); }
  SECTION("short by its offset") { lie.metadata = numbers({7}), rows = 1026; }
  SECTION("offset past the byte") { lie.metadata = numbers({8}); }
  SECTION("metadata cut short") { lie.metadata = numbers({300}).slice(0, 2); }
  SECTION("rows that wrap with the offset") { lie.metadata = numbers({3}), rows = UINT64_MAX; }
  SECTION("too many children") { lie.children.push_back(lie.children[0]); }
  SECTION("validity too short") { lie.children[0] = validity_node({true}); }
  SECTION("validity of numbers") { lie.children[0] = integers({1, 1}, PType::u8); }
  SECTION("null as validity") { lie.children[0] = constant_node({}, DType::boolean(true)); }
  SECTION("validity of a type without nulls") { dtype = DType::boolean(); }
  SECTION("numbers") { dtype = DType::primitive(PType::u8, true); }
  check_refused(lie, dtype, rows, Code::corrupt);
}
