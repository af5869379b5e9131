#include "array/reader.hpp"

#include <cmath>
#include <limits>

#include "array/column_sink.hpp"
#include "array/encoding.hpp"
#include "base/half.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"
#include "support/reader_checks.hpp"
#include "support/samples.hpp"

namespace gyre {
namespace {

using test::must;
using test::Nulls;
using test::Pattern;

/// Only what a reader of words must have; everything else by default.
template <Word W>
class BareWords final : public WordReader<W> {
 public:
  BareWords(Reader& plain, ReadContext& context)
      : WordReader<W>(plain.rows(), context), plain_(plain) {}
  Result<void> read(RowRange rows, W* out) override { return words_of<W>(plain_).read(rows, out); }
  bool all_valid() const override { return plain_.all_valid(); }
  Result<void> validity(RowRange rows, TileMask& valid) override {
    return plain_.validity(rows, valid);
  }

 private:
  Reader& plain_;
};

class BareTexts final : public TextReader {
 public:
  BareTexts(Reader& plain, ReadContext& context)
      : TextReader(plain.rows(), context), plain_(plain) {}
  Result<void> read(RowRange rows, const TileMask& mask, ByteArena& arena,
                    std::string_view* out) override {
    return texts_of(plain_).read(rows, mask, arena, out);
  }
  bool all_valid() const override { return plain_.all_valid(); }
  Result<void> validity(RowRange rows, TileMask& valid) override {
    return plain_.validity(rows, valid);
  }

 private:
  Reader& plain_;
};

TEST_CASE("reader: what it answers by default is what its values say", "[array][reader]") {
  for (const auto& dtype : {DType::primitive(PType::i8, true), DType::primitive(PType::f16),
                            DType::primitive(PType::f32, true), DType::primitive(PType::u64, true),
                            DType::decimal(30, 2, true), DType::decimal(60, 2)}) {
    for (const std::uint64_t rows : {1, 1024, 3000}) {
      const auto plain = test::sample(dtype, rows, Pattern::full_range, Nulls::some);
      ReadContext context;
      const auto reader = reader_of(plain, context);
      with_word(word_bytes(dtype), [&]<Word W>(W) {
        BareWords<W> bare(*reader, context);
        test::check_reader(bare, plain, context);
      });
    }
  }
  const auto plain = test::sample(DType::utf8(true), 3000, Pattern::full_range, Nulls::some);
  ReadContext context;
  const auto reader = reader_of(plain, context);
  BareTexts bare(*reader, context);
  test::check_reader(bare, plain, context);
}

TEST_CASE("reader: a plain column reads as it is", "[array][reader]") {
  for (const auto& dtype :
       {DType::boolean(true), DType::primitive(PType::u16, true), DType::binary(true),
        DType::list(DType::utf8(true), true), DType::fixed_size_list(DType::boolean(true), 2, true),
        DType::structure({{"a", DType::boolean(true)}, {"b", DType::utf8()}}, true)}) {
    const auto plain = test::sample(dtype, 2500, Pattern::full_range, Nulls::some);
    ReadContext context;
    const auto reader = reader_of(plain, context);
    test::check_reader(*reader, plain, context);
    const auto part = slice(plain, 700, 2400);
    const auto part_reader = reader_of(part, context);
    test::check_reader(*part_reader, part, context);
  }
}

TEST_CASE("reader: words of a plain column may lie at any address", "[array][reader]") {
  auto plain = test::sample(DType::decimal(30, 2), 1500, Pattern::full_range, Nulls::none);
  MutableBuffer moved;
  moved.append_value(std::byte{});
  moved.append(plain.buffers[0].bytes());
  const auto aligned = plain;
  plain.buffers[0] = std::move(moved).freeze().slice(1, plain.buffers[0].size());
  ReadContext context;
  const auto reader = reader_of(plain, context);
  test::check_reader(*reader, aligned, context);
}

TEST_CASE("interval test: passes between both ends and nowhere else, in any sign",
          "[array][test]") {
  const auto within = [](int low, int high, int value) {
    const Test<std::uint8_t> test{static_cast<std::uint8_t>(low),
                                  static_cast<std::uint8_t>(high - low)};
    return passes(test, static_cast<std::uint8_t>(value));
  };
  for (int value = -128; value < 128; ++value)
    if (within(-20, 30, value) != (value >= -20 && value <= 30)) FAIL(value);
  for (int value = 0; value < 256; ++value)
    if (within(100, 200, value) != (value >= 100 && value <= 200)) FAIL(value);
  CHECK(passes(Test<std::uint64_t>{}, std::uint64_t{7}));

  const Test<Int256> wide{Int256::of(std::int64_t{-5}), Int256::of(std::int64_t{5})};
  CHECK(passes(wide, Int256::of(std::int64_t{-5})));
  CHECK_FALSE(passes(wide, Int256::of(std::int64_t{6})));
  CHECK_FALSE(passes(wide, Int256::of(std::int64_t{-6})));
}

TEST_CASE("interval test: a moved test asks the same of stored differences", "[array][test]") {
  const Test<std::uint16_t> test{1000, 50};
  const auto moved = test.moved(990);
  for (unsigned value = 900; value < 1100; ++value)
    if (passes(test, static_cast<std::uint16_t>(value)) !=
        passes(moved, static_cast<std::uint16_t>(value - 990)))
      FAIL(value);
}

TEST_CASE("float order: words sort as the numbers do, zeros equal, NaN on top", "[array][test]") {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> rising{-infinity, -1e300, -1.5,  -5e-324, 0.0,
                                   5e-324,    1.5,    1e300, infinity};
  for (std::size_t i = 0; i + 1 < rising.size(); ++i)
    CHECK(float_order(std::bit_cast<std::uint64_t>(rising[i])) <
          float_order(std::bit_cast<std::uint64_t>(rising[i + 1])));
  CHECK(float_order(std::bit_cast<std::uint64_t>(-0.0)) ==
        float_order(std::bit_cast<std::uint64_t>(0.0)));
  const auto nan = std::bit_cast<std::uint64_t>(std::nan(""));
  CHECK(float_order(nan) == std::numeric_limits<std::uint64_t>::max());
  CHECK(float_order(nan | std::uint64_t{1} << 63) == float_order(nan));
  CHECK(float_order(std::bit_cast<std::uint32_t>(-2.0f)) <
        float_order(std::bit_cast<std::uint32_t>(-1.0f)));
  CHECK(float_order(float_to_half(-2.0f)) < float_order(float_to_half(1.0f)));
}

TEST_CASE("tiles of rows: each is read from its first row that is asked for to its last",
          "[array][reader]") {
  const std::vector<std::uint32_t> rows{0, 0, 24, 1100, 1101, 4000};
  std::vector<std::pair<RowRange, std::size_t>> seen;
  must(
      for_each_tile(1000, rows, [&](RowRange span, std::size_t, std::size_t count) -> Result<void> {
        seen.emplace_back(span, count);
        return {};
      }));
  CHECK(seen == std::vector<std::pair<RowRange, std::size_t>>{
                    {{1000, 1001}, 2}, {{1024, 1025}, 1}, {{2100, 2102}, 2}, {{5000, 5001}, 1}});
}

}  // namespace
}  // namespace gyre
