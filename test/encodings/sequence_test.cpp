#include "encodings/sequence.hpp"

#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

EncodedArray sequence(const Int256& base, const Int256& step, const DType& dtype) {
  ProtobufWriter meta;
  meta.bytes(1, write_value({base}, dtype).bytes()).bytes(2, write_value({step}, dtype).bytes());
  return node("vortex.sequence", meta.finish(), {});
}

}  // namespace

TEST_CASE("sequence: answers every question as its plain form does", "[encodings][sequence]") {
  struct Case {
    PType ptype;
    std::int64_t base, step;
  };
  const auto [ptype, base, step] =
      GENERATE(Case{PType::u32, 7, 3}, Case{PType::i64, -5, 1'000'000'007}, Case{PType::i16, 9, -2},
               Case{PType::u8, 0, 1}, Case{PType::i32, 4, 0});
  const bool nullable = GENERATE(false, true);
  const auto dtype = DType::primitive(ptype, nullable);
  for (const std::uint64_t rows : {0, 1, 1023, 1024, 1025, 5000}) {
    std::vector<std::optional<Int256>> words;
    for (std::int64_t row = 0; row < static_cast<std::int64_t>(rows); ++row)
      words.emplace_back(with_small_word(byte_width(ptype), [&](auto word) {
        word = static_cast<decltype(word)>(base + row * step);  // wraps
        return widen(dtype, word);
      }));
    check_conformance(sequence(Int256::of(base), Int256::of(step), dtype.with_nullable(false)),
                      word_column(words, dtype));
  }
}

TEST_CASE("sequence: a node that lies is refused", "[encodings][sequence]") {
  auto dtype = DType::primitive(PType::u16);
  const auto one = Int256::of(std::int64_t{1});
  auto lie = sequence(one, one, dtype);
  SECTION("floats") { dtype = DType::primitive(PType::f32); }
  SECTION("text") { dtype = DType::utf8(); }
  SECTION("no metadata") { lie.metadata = {}; }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("no step") {
    lie.metadata = ProtobufWriter().bytes(1, write_value({one}, dtype).bytes()).finish();
  }
  SECTION("a step that its type does not hold") {
    lie = sequence(one, Int256::of(std::int64_t{70'000}), DType::primitive(PType::u32));
  }
  SECTION("a base of null") {
    const auto null = write_value({}, dtype.with_nullable(true));
    lie.metadata = ProtobufWriter().bytes(1, null.bytes()).bytes(2, null.bytes()).finish();
  }
  SECTION("children") { lie.children.push_back(integers({1}, PType::u16)); }
  check_refused(lie, dtype, 3, Code::corrupt);
}
