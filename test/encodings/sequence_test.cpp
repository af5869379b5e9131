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

TEST_CASE("sequence: equal steps are stored, as long as no number passes the ends of its type",
          "[encodings][sequence]") {
  const auto i8 = DType::primitive(PType::i8, true), u8 = DType::primitive(PType::u8);
  const auto i64 = DType::primitive(PType::i64), u64 = DType::primitive(PType::u64);
  check_encoder(sequence_encoding, column_of<int>({-100, -50, 0, 50, 100}, i8));
  check_encoder(sequence_encoding, column_of<int>({100, 0, -100}, i8));
  check_encoder(sequence_encoding, column_of<int>({0, 255}, u8));
  check_encoder(sequence_encoding, column_of<std::int64_t>({INT64_MAX, 0, -INT64_MAX}, i64));
  check_encoder(sequence_encoding, column_of<std::uint64_t>({0, UINT64_MAX}, u64));
  std::vector<std::optional<int>> rising;
  for (int row = 0; row < 2500; ++row) rising.emplace_back(7 * row - 9000);
  check_encoder(sequence_encoding, column_of(rising, DType::primitive(PType::i16)));

  const auto refuses = [](const Column& plain) {
    return !sequence_encoding.estimate(plain, PlainChildren());
  };
  CHECK(refuses(column_of<int>({-100, 100, 44}, i8)));  // + 200 passes the end
  CHECK(refuses(column_of<int>({100, -100}, i8)));      // - 200, which is + 56
  CHECK(refuses(column_of<int>({3, 2, 1}, u8)));        // readers want unsigned ones to rise
  CHECK(refuses(column_of<int>({0, 128, 0}, u8)));
  CHECK(refuses(column_of<int>({1, 2, 4}, i8)));
  CHECK(refuses(column_of<int>({1, std::nullopt, 3}, i8)));
  CHECK(refuses(column_of<int>({1}, i8)));
  CHECK(refuses(sample(DType::primitive(PType::f32), 100, Pattern::rising, Nulls::none)));
}
