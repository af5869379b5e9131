#include "array/column_sink.hpp"

#include <limits>

#include "support/catch.hpp"
#include "support/equal.hpp"
#include "support/must.hpp"
#include "support/samples.hpp"

namespace gyre {
namespace {

using test::must;
using test::Nulls;
using test::Pattern;

std::vector<DType> every_kind() {
  const auto text = DType::utf8(true);
  const auto number = DType::primitive(PType::i32, true);
  const auto fixed = DType::fixed_size_list(DType::primitive(PType::u16), 3, true);
  return {DType::null(),
          DType::boolean(true),
          DType::boolean(),
          DType::primitive(PType::u8, true),
          DType::primitive(PType::f16),
          number,
          DType::primitive(PType::f64, true),
          DType::decimal(12, 2, true),
          DType::decimal(50, 3, true),
          text,
          DType::binary(),
          DType::structure({{"a", number}, {"b", text}, {"c", fixed}}, true),
          DType::structure({}, true),
          DType::list(text, true),
          DType::list(DType::list(number)),
          fixed,
          DType::fixed_size_list(text, 0, true),
          DType::map(DType::utf8(), number, false, true),
          DType::extension("test.thing", number, {})};
}

/// Row i of `actual` is row rows[i] of `plain`.
void check_rows(const Column& actual, const Column& plain, const std::vector<std::uint64_t>& rows) {
  REQUIRE(actual.rows == rows.size());
  REQUIRE(test::columns_equal(actual, actual));  // sound by itself
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (scalar_at(actual, i) != scalar_at(plain, rows[i]))
      FAIL("row " << i << ", once " << rows[i]);
}

TEST_CASE("column sink: whole tiles give the column back", "[array][sink]") {
  for (const auto& dtype : every_kind()) {
    for (const std::uint64_t rows : {0, 1, 1023, 1024, 1025, 3000}) {
      const auto plain = test::sample(dtype, rows, Pattern::full_range, Nulls::some);
      ReadContext context;
      const auto reader = reader_of(plain, context);
      CHECK(test::columns_equal(must(read_column(*reader, dtype, {0, rows}, context)), plain));
    }
  }
}

TEST_CASE("column sink: of masked tiles, the rows of the mask are left", "[array][sink]") {
  test::Random random(11);
  for (const auto& dtype : every_kind()) {
    const auto plain = test::sample(dtype, 3000, Pattern::full_range, Nulls::some);
    ReadContext context;
    const auto reader = reader_of(plain, context);
    const auto sink = make_column_sink(dtype, context);
    for (int round = 0; round < 2; ++round) {  // it starts afresh after finish
      std::vector<std::uint64_t> kept;
      for (const unsigned percent : {0u, 1u, 40u, 99u, 100u}) {
        for (std::uint64_t first = 0; first < plain.rows; first += tile_rows) {
          const RowRange tile{first, std::min(first + tile_rows, plain.rows)};
          TileMask mask;
          for (std::uint64_t row = 0; row < tile.size(); ++row)
            if (random.chance(percent)) mask.set(row);
          must(sink->append(*reader, tile, &mask));
          mask.for_each([&](std::uint64_t row) { kept.push_back(first + row); });
        }
      }
      CHECK(sink->rows() == kept.size());
      check_rows(must(sink->finish()), plain, kept);
      CHECK(sink->rows() == 0);
    }
  }
}

TEST_CASE("column sink: single rows come from where they are, however many", "[array][sink]") {
  test::Random random(12);
  for (const auto& dtype : every_kind()) {
    const auto plain = test::sample(dtype, 5000, Pattern::full_range, Nulls::some);
    ReadContext context;
    const auto reader = reader_of(plain, context);
    const auto sink = make_column_sink(dtype, context);
    std::vector<std::uint64_t> wanted;
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 100; row < 4990; row += static_cast<std::uint32_t>(random.below(4))) {
      rows.push_back(row - 100);
      wanted.push_back(row);
    }
    REQUIRE(rows.size() > tile_rows);
    must(sink->gather(*reader, 100, rows));
    check_rows(must(sink->finish()), plain, wanted);
  }
}

TEST_CASE("column sink: a reader of nothing but nulls fits every type", "[array][sink]") {
  for (const auto& dtype : every_kind()) {
    ReadContext context;
    NullReader nulls(2000);
    const auto sink = make_column_sink(dtype, context);
    must(sink->append(nulls, {0, 1024}, nullptr));
    TileMask mask;
    mask.set({10, 20});
    must(sink->append(nulls, {1024, 2000}, &mask));
    must(sink->gather(nulls, 0, std::vector<std::uint32_t>{1, 5, 7}));
    CHECK(sink->rows() == 1037);
    const auto column = must(sink->finish());
    CHECK(test::columns_equal(column, column));
    CHECK(column.rows == 1037);
    // Where the type has no nulls, rows that are nowhere are zeros.
    CHECK(column.null_count == (dtype.nullable() ? 1037 : 0));
  }
}

TEST_CASE("column sink: null rows of a fixed-size list take their elements too", "[array][sink]") {
  const auto number = DType::primitive(PType::i32);
  const auto dtype = DType::fixed_size_list(number, 2, true);
  const auto plain = test::list_column({2, std::nullopt, 2},
                                       test::column_of<int>({1, 2, 3, 4, 5, 6}, number), dtype);
  ReadContext context;
  const auto reader = reader_of(plain, context);
  const auto column = must(read_column(*reader, dtype, {0, 3}, context));
  const auto expected = test::column_of<int>({1, 2, 0, 0, 5, 6}, number);
  CHECK(test::columns_equal(column.children[0], expected));
  CHECK(column.null_count == 1);
}

/// Decimals stored as words of one width.
template <Word W>
class StoredDecimals final : public WordReader<W> {
 public:
  StoredDecimals(const std::vector<std::int64_t>& values, ReadContext& context)
      : WordReader<W>(values.size(), context), values_(values) {}
  Result<void> read(RowRange rows, W* out) override {
    for (auto row = rows.first; row < rows.last; ++row)
      *out++ = truncate<W>(Int256::of(values_[row]));
    return {};
  }

 private:
  std::vector<std::int64_t> values_;
};

TEST_CASE("column sink: decimals of any stored width come out in one, with their sign",
          "[array][sink]") {
  std::vector<std::int64_t> values;
  for (std::int64_t value = -60; value < 60; ++value) values.push_back(value);
  for (const unsigned precision : {20u, 40u}) {
    const auto dtype = DType::decimal(precision, 2);
    ReadContext context;
    const auto sink = make_column_sink(dtype, context);
    std::vector<std::optional<std::int64_t>> expected;
    for (const unsigned width : {1u, 2u, 4u, 8u, 16u, 32u}) {
      with_word(width, [&]<Word W>(W) {
        StoredDecimals<W> reader(values, context);
        must(sink->append(reader, {0, 120}, nullptr));
        TileMask mask;
        mask.set({3, 63});
        must(sink->append(reader, {0, 120}, &mask));
        must(sink->gather(reader, 0, std::vector<std::uint32_t>{0, 0, 119}));
      });
      for (const auto value : values) expected.push_back(value);
      for (int row = 3; row < 63; ++row) expected.push_back(values[static_cast<unsigned>(row)]);
      for (const auto value : {-60, -60, 59}) expected.push_back(value);
    }
    CHECK(test::columns_equal(must(sink->finish()), test::column_of(expected, dtype)));
  }
}

/// Lists with ranges as given.
class GivenLists final : public ListReader {
 public:
  GivenLists(std::vector<RowRange> given, Reader& elements)
      : ListReader(given.size()), given_(std::move(given)), elements_(elements) {}
  Result<void> ranges(RowRange rows, RowRange* out) override {
    for (auto row = rows.first; row < rows.last; ++row) *out++ = given_[row];
    return {};
  }
  Reader& elements() override { return elements_; }
  std::uint64_t element_rows() const override { return elements_.rows(); }

 private:
  std::vector<RowRange> given_;
  Reader& elements_;
};

TEST_CASE("column sink: lists may overlap, run backwards and cross tiles", "[array][sink]") {
  const auto number = DType::primitive(PType::i64, true);
  const auto elements = test::sample(number, 4000, Pattern::full_range, Nulls::some);
  ReadContext context;
  const auto element_reader = reader_of(elements, context);
  const std::vector<RowRange> given{{3000, 3010}, {0, 2500},    {5, 5},   {2, 4},
                                    {3, 5},       {1023, 1025}, {0, 4000}};
  GivenLists lists(given, *element_reader);
  const auto column = must(read_column(lists, DType::list(number), {0, given.size()}, context));
  std::vector<std::uint64_t> rows;
  for (const auto range : given)
    for (auto row = range.first; row < range.last; ++row) rows.push_back(row);
  check_rows(column.children[0], elements, rows);
  std::uint64_t at = 0;
  for (std::size_t i = 0; i <= given.size(); ++i) {
    CHECK(column.buffers[0].as<std::uint64_t>()[i] == at);
    if (i < given.size()) at += given[i].size();
  }
}

TEST_CASE("column sink: lists that claim more elements than memory holds are refused",
          "[array][sink]") {
  ReadContext context;
  NullReader elements(std::uint64_t{1} << 62);
  GivenLists lists(std::vector<RowRange>(10, {0, elements.rows()}), elements);
  CHECK(test::refused(read_column(lists, DType::list(DType::null()), {0, 10}, context)).code ==
        Code::unsupported);
  NullReader nulls(1000);
  const auto wide = DType::fixed_size_list(DType::primitive(PType::u8, true), UINT32_MAX, true);
  CHECK(test::refused(read_column(nulls, wide, {0, 1000}, context)).code == Code::unsupported);
}

TEST_CASE("column sink: a fixed-size list of another size is corrupt", "[array][sink]") {
  const auto number = DType::primitive(PType::i64);
  const auto elements = test::sample(number, 10, Pattern::small, Nulls::none);
  ReadContext context;
  const auto element_reader = reader_of(elements, context);
  GivenLists lists({{0, 2}, {2, 5}}, *element_reader);
  CHECK(
      test::refused(read_column(lists, DType::fixed_size_list(number, 2), {0, 2}, context)).code ==
      Code::corrupt);
}

/// Gives texts by decoding them into the arena, as compressed texts do.
class DecodedTexts final : public TextReader {
 public:
  DecodedTexts(std::uint64_t rows, std::size_t size, ReadContext& context)
      : TextReader(rows, context), size_(size) {}
  Result<void> read(RowRange rows, const TileMask& mask, ByteArena& arena,
                    std::string_view* out) override {
    for (std::uint64_t i = 0; i < rows.size(); ++i) {
      if (!mask.at(i)) {
        out[i] = {};
        continue;
      }
      auto* at = arena.reserve(size_);
      std::memset(at, static_cast<int>('a' + (rows.first + i) % 26), size_);
      arena.commit(size_);
      out[i] = {reinterpret_cast<const char*>(at), size_};
    }
    return {};
  }

 private:
  std::size_t size_;
};

TEST_CASE("column sink: texts decoded into its arena are kept without a copy", "[array][sink]") {
  ReadContext context;
  for (const std::size_t size : {5u, 100u}) {
    DecodedTexts reader(2000, size, context);
    const auto column = must(read_column(reader, DType::utf8(), {0, 2000}, context));
    std::uint64_t bytes = 0;
    for (std::size_t i = 1; i < column.buffers.size(); ++i) bytes += column.buffers[i].size();
    CHECK(bytes == (size > TextView::inline_bytes ? 2000 * size : 0));
    for (const std::uint64_t row : {0, 1, 1023, 1024, 1999})
      CHECK(text_at(column, row) == std::string(size, static_cast<char>('a' + row % 26)));
  }
}

TEST_CASE("column sink: variants have no plain form and say so", "[array][sink]") {
  ReadContext context;
  NullReader nulls(1);
  CHECK(test::refused(read_column(nulls, DType::variant(true), {0, 1}, context)).code ==
        Code::unsupported);
}

/// What a sink of at most 1 MiB says to all rows of a column.
Result<Column> read_within_a_mebibyte(const Column& column) {
  ReadContext context;
  context.most_sink_bytes = 1 << 20;
  const auto reader = reader_of(column, context);
  return read_column(*reader, column.dtype, {0, column.rows}, context);
}

}  // namespace

TEST_CASE("column sink: what takes more memory than allowed is refused, what fits is not",
          "[array]") {
  const auto texts = [](std::uint64_t rows, std::size_t bytes) {
    std::vector<std::optional<std::string>> values;
    for (std::uint64_t row = 0; row < rows; ++row)
      values.emplace_back(std::string(bytes, static_cast<char>('a' + row % 26)));
    return test::text_column(values, DType::utf8());
  };
  const auto lists = [](std::uint64_t rows, std::uint64_t elements) {
    Column column{DType::list(DType::primitive(PType::u8)), rows, {}, 0, {}, {}};
    auto offsets = MutableBuffer::uninitialized(0);
    for (std::uint64_t row = 0; row <= rows; ++row) offsets.append_value(row * elements);
    column.buffers.push_back(std::move(offsets).freeze());
    column.children.push_back({DType::primitive(PType::u8),
                               rows * elements,
                               {},
                               0,
                               {MutableBuffer::zeroed(rows * elements).freeze()},
                               {}});
    return column;
  };
  must(read_within_a_mebibyte(texts(1000, 500)));
  CHECK(test::refused(read_within_a_mebibyte(texts(1000, 1500))).code == Code::unsupported);
  must(read_within_a_mebibyte(lists(100, 5000)));
  CHECK(test::refused(read_within_a_mebibyte(lists(100, 50'000))).code == Code::unsupported);
}
}  // namespace gyre
