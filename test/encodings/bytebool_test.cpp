#include "encodings/bytebool.hpp"

#include "base/bits.hpp"
#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

/// Any byte but 0 is true.
EncodedArray bytebool(const Column& plain) {
  auto bytes = MutableBuffer::zeroed(plain.rows);
  for (std::uint64_t row = 0; row < plain.rows; ++row)
    if (bit_at(plain.buffers[0].data(), row))
      bytes.as<std::uint8_t>()[row] = static_cast<std::uint8_t>(1 + row % 255);
  auto array = node("vortex.bytebool", {}, {std::move(bytes).freeze()});
  if (plain.null_count > 0) array.children.push_back(validity_node(validity_of(plain)));
  return array;
}

}  // namespace

TEST_CASE("bytebool: answers every question as its plain form does", "[encodings][bytebool]") {
  for (const auto& plain : samples(DType::boolean(true))) check_conformance(bytebool(plain), plain);
}

TEST_CASE("bytebool: a node that lies is refused", "[encodings][bytebool]") {
  auto lie = bytebool(sample(DType::boolean(true), 1025, Pattern::small, Nulls::some));
  auto dtype = DType::boolean(true);
  std::uint64_t rows = 1025;
  SECTION("a byte short") { lie.buffers[0].bytes = lie.buffers[0].bytes.slice(0, 1024); }
  SECTION("bytes missing") { lie.buffers.clear(); }
  SECTION("too many children") { lie.children.push_back(lie.children[0]); }
  SECTION("more rows than there are") { rows = 1026; }
  SECTION("as many rows as there are numbers") { rows = UINT64_MAX; }
  SECTION("validity too short") { lie.children[0] = validity_node({true}); }
  SECTION("validity of a type without nulls") { dtype = DType::boolean(); }
  SECTION("numbers") { dtype = DType::primitive(PType::u8, true); }
  check_refused(lie, dtype, rows, Code::corrupt);
}
