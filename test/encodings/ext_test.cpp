#include "encodings/ext.hpp"

#include "dtype/temporal.hpp"
#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

TEST_CASE("ext: answers every question as its plain form does", "[encodings][ext]") {
  const auto timestamp = Temporal{Temporal::What::timestamp, TimeUnit::microseconds, "UTC"};
  for (const auto& plain : samples(temporal_dtype(timestamp, true)))
    check_encoder(ext_encoding, plain);
}

TEST_CASE("ext: wraps any storage, other extensions too", "[encodings][ext]") {
  const auto uuid = DType::extension(
      "vortex.uuid", DType::fixed_size_list(DType::primitive(PType::u8), 16, true), {});
  const auto named = DType::extension("test.name", DType::utf8(true), {});
  for (const auto& dtype : {uuid, named, DType::extension("test.outer", named, {})})
    for (const std::uint64_t rows : {0, 1, 1025})
      check_encoder(ext_encoding, sample(dtype, rows, Pattern::small, Nulls::some));
}

TEST_CASE("ext: a node that lies is refused", "[encodings][ext]") {
  auto dtype = DType::extension("test.number", DType::primitive(PType::i32), {});
  auto lie = node("vortex.ext", {}, {}, {integers({1, 2, 3}, PType::i32)});
  SECTION("no storage") { lie.children.clear(); }
  SECTION("storage twice") { lie.children.push_back(lie.children[0]); }
  SECTION("storage of another type") { lie.children[0] = integers({1, 2, 3}, PType::i16); }
  SECTION("storage of fewer rows") { lie.children[0] = integers({1, 2}, PType::i32); }
  SECTION("no extension") { dtype = DType::primitive(PType::i32); }
  check_refused(lie, dtype, 3, Code::corrupt);
}
