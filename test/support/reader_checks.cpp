#include "support/reader_checks.hpp"

#include <vector>

#include "array/column_sink.hpp"
#include "array/encoding.hpp"
#include "dtype/text.hpp"
#include "support/equal.hpp"
#include "support/must.hpp"
#include "support/samples.hpp"

namespace gyre::test {
namespace {

std::string where(RowRange rows) { return fmt::format("rows {} to {}", rows.first, rows.last); }

TileMask random_mask(Random& random, std::uint64_t rows, unsigned percent) {
  TileMask mask;
  for (std::uint64_t row = 0; row < rows; ++row)
    if (random.chance(percent)) mask.set(row);
  return mask;
}

/// Tiles, then ranges across tiles and single rows, in no order.
std::vector<RowRange> some_ranges(std::uint64_t rows, Random& random) {
  std::vector<RowRange> ranges;
  for (std::uint64_t first = 0; first < rows; first += tile_rows)
    ranges.push_back({first, std::min(first + tile_rows, rows)});
  const RowRange whole{0, rows};
  for (const RowRange odd :
       {RowRange{1023, 2047}, {0, 1}, {1, 1024}, {1000, 1100}, {511, 1535}, {64, 128}})
    ranges.push_back(odd.cut(whole));
  for (int i = 0; i < 6 && rows > 0; ++i) {
    const auto first = random.below(rows);
    ranges.push_back(RowRange{first, first + 1 + random.below(tile_rows)}.cut(whole));
  }
  std::erase_if(ranges, [](RowRange range) { return range.empty(); });
  return ranges;
}

/// Lists of rising rows, repeats among them, at most 1,024 each.
std::vector<std::vector<std::uint32_t>> some_gathers(std::uint64_t rows, Random& random) {
  std::vector<std::vector<std::uint32_t>> lists;
  for (const std::uint64_t step : {1, 2, 37, 700}) {
    auto& list = lists.emplace_back();
    for (auto row = random.below(3); row < rows && list.size() < tile_rows;
         row += 1 + random.below(2 * step - 1))
      list.push_back(static_cast<std::uint32_t>(row));
  }
  auto& repeats = lists.emplace_back();
  for (std::uint64_t row = 0; row < rows && repeats.size() + 3 <= tile_rows; row += 5)
    repeats.insert(repeats.end(), 1 + random.below(3), static_cast<std::uint32_t>(row));
  std::erase_if(lists, [](const auto& list) { return list.empty(); });
  return lists;
}

template <class Body>
decltype(auto) with_words_of(Reader& reader, Body&& body) {
  return with_word(word_bytes(reader.shape()),
                   [&]<Word W>(W) -> decltype(auto) { return body(words_of<W>(reader)); });
}

/// Widened by their sign, so that decimals of any width compare.
std::vector<Int256> words_at(Reader& reader, RowRange rows, ReadContext& context) {
  return with_words_of(reader, [&]<Word W>(WordReader<W>& words) {
    ReadContext::Scratch<W> values(context, ReadContext::tile_room<W>);
    must(words.read(rows, values.data()));
    std::vector<Int256> out;
    for (std::uint64_t i = 0; i < rows.size(); ++i) out.push_back(sign_extend(values[i]));
    return out;
  });
}

std::vector<Int256> words_gathered(Reader& reader, std::uint64_t base,
                                   std::span<const std::uint32_t> rows) {
  return with_words_of(reader, [&]<Word W>(WordReader<W>& words) {
    // A gather has no room behind its rows.
    std::vector<W> values(rows.size() + 1);
    const auto behind = truncate<W>(Int256::of(std::uint64_t{0xa5a5a5a5a5a5a5a5}));
    values.back() = behind;
    must(words.gather(base, rows, values.data()));
    if (values.back() != behind) FAIL("a gather of " << rows.size() << " rows wrote behind them");
    std::vector<Int256> out;
    for (std::size_t i = 0; i < rows.size(); ++i) out.push_back(sign_extend(values[i]));
    return out;
  });
}

std::vector<std::string_view> texts_at(Reader& reader, RowRange rows, const TileMask& mask,
                                       ByteArena& arena) {
  // Whatever was in `out` before has to go.
  std::vector<std::string_view> out(tile_rows, "left over");
  must(texts_of(reader).read(rows, mask, arena, out.data()));
  return out;
}

TileMask validity_at(Reader& reader, RowRange rows) {
  auto valid = TileMask::all(tile_rows);  // bits that are not set must be cleared
  must(reader.validity(rows, valid));
  return valid;
}

void check_values(Reader& actual, Reader& plain, RowRange rows, const TileMask& wanted,
                  ReadContext& context);

void check_structs(StructReader& actual, StructReader& plain, RowRange rows, const TileMask& wanted,
                   ReadContext& context) {
  REQUIRE(actual.field_count() == plain.field_count());
  for (std::size_t i = 0; i < plain.field_count(); ++i) {
    INFO("field " << i);
    auto valid = validity_at(actual.field(i), rows), expected = validity_at(plain.field(i), rows);
    valid &= wanted;
    expected &= wanted;
    if (valid != expected) FAIL("validity differs in " << where(rows));
    check_values(actual.field(i), plain.field(i), rows, valid, context);
  }
}

void check_lists(ListReader& actual, ListReader& plain, RowRange rows, const TileMask& wanted) {
  std::vector<RowRange> ranges(tile_rows), expected(tile_rows);
  must(actual.ranges(rows, ranges.data()));
  must(plain.ranges(rows, expected.data()));
  CHECK(actual.elements().rows() == actual.element_rows());
  wanted.for_each([&](std::uint64_t i) {
    if (ranges[i].size() != expected[i].size())
      FAIL("row " << rows.first + i << ": " << ranges[i].size() << " elements, expected "
                  << expected[i].size());
    if (ranges[i].first > ranges[i].last || ranges[i].last > actual.element_rows())
      FAIL("row " << rows.first + i << ": elements past the end");
  });
}

/// Values of the rows in `wanted`, all of them valid.
void check_values(Reader& actual, Reader& plain, RowRange rows, const TileMask& wanted,
                  ReadContext& context) {
  if (wanted.none()) return;
  switch (plain.shape()) {
    case Shape::null: break;
    case Shape::mask: {
      auto bits = TileMask::all(tile_rows), expected = TileMask();
      must(masks_of(actual).read(rows, bits));
      must(masks_of(plain).read(rows, expected));
      auto beyond = bits;
      if (!beyond.subtract(TileMask::all(rows.size())).none()) FAIL("bits behind " << where(rows));
      bits &= wanted;
      expected &= wanted;
      if (bits != expected) FAIL("booleans differ in " << where(rows));
      break;
    }
    case Shape::text: {
      ByteArena arena;
      const auto texts = texts_at(actual, rows, wanted, arena);
      const auto expected = texts_at(plain, rows, wanted, arena);
      for (std::uint64_t i = 0; i < rows.size(); ++i)
        if (texts[i] != expected[i])
          FAIL("row " << rows.first + i << ": '" << texts[i] << "', expected '" << expected[i]
                      << "'");
      break;
    }
    case Shape::structure:
      check_structs(structs_of(actual), structs_of(plain), rows, wanted, context);
      break;
    case Shape::list: check_lists(lists_of(actual), lists_of(plain), rows, wanted); break;
    default: {
      const auto words = words_at(actual, rows, context), expected = words_at(plain, rows, context);
      wanted.for_each([&](std::uint64_t i) {
        if (words[i] != expected[i])
          FAIL("row " << rows.first + i << " of " << where(rows) << ": word " << words[i].low64()
                      << ", expected " << expected[i].low64());
      });
    }
  }
}

void check_range(Reader& actual, Reader& plain, RowRange rows, ReadContext& context) {
  const auto valid = validity_at(actual, rows);
  if (valid != validity_at(plain, rows)) FAIL("validity differs in " << where(rows));
  if (actual.all_valid() && !valid.is_all(rows.size()))
    FAIL("all_valid, with nulls in " << where(rows));
  check_values(actual, plain, rows, valid, context);
}

void check_gathers(Reader& actual, Reader& plain, Random& random) {
  for (const auto& list : some_gathers(plain.rows(), random)) {
    // The same rows counted from somewhere else.
    const auto base = list[0];
    auto rows = list;
    for (auto& row : rows) row -= base;
    auto valid = TileMask::all(tile_rows), expected_valid = TileMask();
    must(actual.gather_validity(base, rows, valid));
    must(plain.gather_validity(base, rows, expected_valid));
    if (valid != expected_valid) FAIL("gathered validity differs for " << rows.size() << " rows");
    if (actual.shape() == Shape::text) {
      ByteArena arena;
      std::vector<std::string_view> texts(tile_rows, "left over"), expected(tile_rows);
      must(texts_of(actual).gather(base, rows, arena, texts.data()));
      must(texts_of(plain).gather(base, rows, arena, expected.data()));
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (texts[i] != expected[i]) FAIL("gathered text of row " << list[i] << " differs");
    } else if (word_bytes(actual.shape()) > 0) {
      const auto words = words_gathered(actual, base, rows);
      const auto expected = words_gathered(plain, base, rows);
      valid.for_each([&](std::uint64_t i) {
        if (words[i] != expected[i]) FAIL("gathered word of row " << list[i] << " differs");
      });
    }
  }
}

/// Intervals around the values of some rows: hits, near misses, everything, and those that wrap around.
template <Word W>
std::vector<Test<W>> some_tests(const std::vector<Int256>& values, Order order) {
  std::vector<Test<W>> tests;
  const auto between = [&](W low, W high) {
    if constexpr (std::is_same_v<W, Int256>) {
      tests.push_back({low, high, order});
    } else {
      tests.push_back({low, static_cast<W>(high - low), order});
    }
  };
  const auto mapped = [&](const Int256& value) {
    auto word = truncate<W>(value);
    if constexpr (sizeof(W) > 1 && sizeof(W) <= 8)
      if (order == Order::floating) word = float_order(word);
    return word;
  };
  tests.push_back({});
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto low = mapped(values[i]), high = mapped(values[(i + 1) % values.size()]);
    between(low, low);
    between(low, high);
    if constexpr (!std::is_same_v<W, Int256>) {
      between(static_cast<W>(low + 1), static_cast<W>(low + 1));
      between(0, low);
      between(low, static_cast<W>(~W{0} >> 1));
      between(low, static_cast<W>(low - 1));
    }
  }
  return tests;
}

void check_select(Reader& actual, Reader& plain, Order order, Random& random,
                  ReadContext& context) {
  auto ranges = some_ranges(plain.rows(), random);
  if (ranges.size() > 8) ranges.erase(ranges.begin() + 3, ranges.end() - 5);
  for (const auto rows : ranges) {
    const auto valid = validity_at(plain, rows);
    const auto expected = words_at(plain, rows, context);
    std::vector<Int256> picked;
    for (int i = 0; i < 4 && !valid.none(); ++i) {
      auto at = random.below(rows.size());
      while (!valid.at(at)) at = (at + 1) % rows.size();
      picked.push_back(expected[at]);
    }
    with_words_of(actual, [&]<Word W>(WordReader<W>& words) {
      for (const auto& test : some_tests<W>(picked, order)) {
        for (const unsigned percent : {100u, 60u, 2u, 0u}) {
          const auto before = random_mask(random, rows.size(), percent);
          auto mask = before;
          must(words.select(rows, test, mask));
          auto added = mask;
          if (!added.subtract(before).none()) FAIL("select set bits in " << where(rows));
          before.for_each([&](std::uint64_t i) {
            if (valid.at(i) && mask.at(i) != passes(test, truncate<W>(expected[i])))
              FAIL("select of row " << rows.first + i << " of " << where(rows) << " is wrong at "
                                    << percent << "% kept");
          });
        }
      }
    });
  }
}

void check_single_rows(Reader& actual, const Column& plain, Random& random, ReadContext& context) {
  std::vector<std::uint64_t> rows{0, plain.rows - 1, 1, 1023, 1024};
  for (int i = 0; i < 5; ++i) rows.push_back(random.below(plain.rows));
  const bool flat = actual.shape() != Shape::structure && actual.shape() != Shape::list;
  for (const auto row : rows) {
    if (row >= plain.rows) continue;
    const auto decoded = context.counters.tiles_decoded;
    const auto value = must(scalar_at(actual, plain.dtype, row));
    const auto expected = scalar_at(plain, row);
    if (value != expected)
      FAIL("row " << row << ": " << to_text(value) << ", expected " << to_text(expected));
    if (flat && context.counters.tiles_decoded > decoded + 1)
      FAIL("one row took " << context.counters.tiles_decoded - decoded << " tiles");
  }
}

void check_sinks(Reader& actual, Reader& plain, const DType& dtype, Random& random,
                 ReadContext& context) {
  const auto sink = make_column_sink(dtype, context), expected = make_column_sink(dtype, context);
  const auto compare = [&](const char* how) {
    INFO("a sink " << how);
    CHECK(sink->rows() == expected->rows());
    const auto column = must(sink->finish());
    REQUIRE(columns_equal(column, must(expected->finish())));
  };
  constexpr unsigned percents[] = {0, 1, 10, 50, 97, 100};
  for (std::uint64_t first = 0, tile = 0; first < plain.rows(); first += tile_rows, ++tile) {
    const RowRange rows{first, std::min(first + tile_rows, plain.rows())};
    for (const auto percent : percents) {
      const auto mask = random_mask(random, rows.size(), percent);
      must(sink->append(actual, rows, &mask));
      must(expected->append(plain, rows, &mask));
    }
    must(sink->append(actual, rows, nullptr));
    must(expected->append(plain, rows, nullptr));
  }
  compare("fed with masked tiles");
  for (const auto& rows : some_gathers(plain.rows(), random)) {
    must(sink->gather(actual, 0, rows));
    must(expected->gather(plain, 0, rows));
  }
  compare("fed with single rows");
}

Order order_of(const DType& dtype) {
  return dtype.physical().is_float() ? Order::floating : Order::plain;
}

}  // namespace

void check_reader(Reader& actual, const Column& plain, ReadContext& context) {
  REQUIRE(actual.rows() == plain.rows);
  Random random(plain.rows + 7);
  const auto plain_reader = reader_of(plain, context);
  REQUIRE(columns_equal(must(read_column(actual, plain.dtype, {0, plain.rows}, context)), plain));
  if (plain.rows == 0) return;
  for (const auto rows : some_ranges(plain.rows, random))
    check_range(actual, *plain_reader, rows, context);
  check_single_rows(actual, plain, random, context);
  check_gathers(actual, *plain_reader, random);
  if (word_bytes(actual.shape()) > 0)
    check_select(actual, *plain_reader, order_of(plain.dtype), random, context);
  check_sinks(actual, *plain_reader, plain.dtype, random, context);
}

}  // namespace gyre::test
