#include "fuzz/read_checks.hpp"

#include <algorithm>
#include <vector>

#include "array/column_sink.hpp"
#include "array/encoding.hpp"
#include "fuzz/expect.hpp"
#include "support/difference.hpp"

namespace gyre::fuzz {
namespace {

constexpr std::uint64_t most_elements = 1 << 16;

/// Some rows of a tile, rising, counted from its first: both ends, and a few between.
std::vector<std::uint32_t> some_rows(std::uint64_t rows) {
  std::vector<std::uint32_t> picked;
  for (std::uint64_t row = 0; row < rows; row = row * 2 + 1 + row % 3)
    picked.push_back(static_cast<std::uint32_t>(row));
  if (picked.back() + 1 < rows) picked.push_back(static_cast<std::uint32_t>(rows - 1));
  return picked;
}

Column rows_of(const Column& column, std::span<const std::uint32_t> rows) {
  ReadContext context;
  const auto reader = reader_of(column, context);
  const auto sink = make_column_sink(column.dtype, context);
  const auto gathered = sink->gather(*reader, 0, rows);
  expect(gathered.has_value(), "a plain column cannot be gathered");
  return *sink->finish();
}

/// The rest of the checks of one tile, whose values are known.
class TileChecks {
 public:
  TileChecks(Reader& reader, RowRange rows, const Column& values, ReadContext& context)
      : reader_(reader), rows_(rows), values_(values), context_(context) {}

  void run() {
    const auto picked = some_rows(rows_.size());
    check_validity(picked);
    check_single_rows(picked);
    check_masked(picked);
    check_part();
    if (word_bytes(reader_.shape()) > 0)
      with_word(word_bytes(reader_.shape()), [&]<Word W>(W) { check_intervals<W>(picked); });
  }

 private:
  TileMask valid_rows() const {
    TileMask valid;
    for (std::uint64_t row = 0; row < values_.rows; ++row)
      if (values_.is_valid(row) && !values_.dtype.is(Kind::null)) valid.set(row);
    return valid;
  }

  void check_validity(std::span<const std::uint32_t> picked) {
    const auto expected = valid_rows();
    auto valid = TileMask::all(tile_rows);
    if (reader_.validity(rows_, valid))
      expect(valid == expected, "validity differs from that of the column");
    if (reader_.all_valid()) expect(expected.is_all(rows_.size()), "all_valid, with nulls");
    auto gathered = TileMask::all(tile_rows);
    if (!reader_.gather_validity(rows_.first, picked, gathered)) return;
    for (std::size_t i = 0; i < picked.size(); ++i)
      expect(gathered.at(i) == expected.at(picked[i]), "gathered validity of row {} differs",
             picked[i]);
  }

  void check_single_rows(std::span<const std::uint32_t> picked) {
    const auto sink = make_column_sink(values_.dtype, context_);
    if (sink->gather(reader_, rows_.first, picked))
      expect_same(test::difference(*sink->finish(), rows_of(values_, picked)),
                  "rows gathered, and their tile");
    // Each of these takes memory of its own, so a few must do.
    for (std::size_t i = 0; i < picked.size(); i += 4) {
      const auto row = picked[i];
      const auto value = scalar_at(reader_, values_.dtype, rows_.first + row);
      if (value)
        expect(*value == scalar_at(values_, row), "row {} alone is not as in its tile", row);
    }
  }

  void check_masked(std::span<const std::uint32_t> picked) {
    TileMask mask;
    for (const auto row : picked) mask.set(row);
    const auto sink = make_column_sink(values_.dtype, context_);
    if (sink->append(reader_, rows_, &mask))
      expect_same(test::difference(*sink->finish(), rows_of(values_, picked)),
                  "rows of a mask, and their tile");
  }

  void check_part() {
    const RowRange part{rows_.size() / 3, rows_.size() - rows_.size() / 4};
    const auto read = read_column(reader_, values_.dtype, part.shifted(rows_.first), context_);
    if (read)
      expect_same(test::difference(*read, slice(values_, part.first, part.last)),
                  "part of a tile, and the tile");
  }

  template <Word W>
  void check_intervals(std::span<const std::uint32_t> picked) {
    auto& reader = words_of<W>(reader_);
    ReadContext::Scratch<W> words(context_, ReadContext::tile_room<W>);
    if (!reader.read(rows_, words.data())) return;
    const auto valid = valid_rows();
    for (std::size_t i = 0; i < picked.size(); i += 3) {
      auto low = words[picked[i]], high = words[picked[picked.size() - 1 - i]];
      check_interval(reader, words.data(), valid, low, high, Order::plain);
      if constexpr (sizeof(W) > 1 && sizeof(W) <= 8) {
        if (!values_.dtype.physical().is_float()) continue;
        low = float_order(low);
        high = float_order(high);
        check_interval(reader, words.data(), valid, low, high, Order::floating);
      }
    }
  }

  template <Word W>
  void check_interval(WordReader<W>& reader, const W* words, const TileMask& valid, W low, W high,
                      Order order) {
    Test<W> test;
    if constexpr (std::is_same_v<W, Int256>) {
      test = {low, high, order};
    } else {
      test = {low, static_cast<W>(high - low), order};
    }
    auto mask = TileMask::all(rows_.size());
    if (!reader.select(rows_, test, mask)) return;
    valid.for_each([&](std::uint64_t row) {
      expect(mask.at(row) == passes(test, words[row]), "an interval test of row {} differs", row);
    });
  }

  Reader& reader_;
  RowRange rows_;
  const Column& values_;
  ReadContext& context_;
};

/// Values tile by tile, of those that can be read.
using Tiles = std::vector<std::optional<Column>>;

Tiles read_tiles(Reader& reader, const DType& dtype, ReadContext& context) {
  Tiles tiles;
  for (std::uint64_t first = 0; first < reader.rows(); first += tile_rows) {
    const RowRange rows{first, std::min(first + tile_rows, reader.rows())};
    auto read = read_column(reader, dtype, rows, context);
    tiles.push_back(read ? std::optional(*std::move(read)) : std::nullopt);
  }
  return tiles;
}

/// Looks closely at the first and the last tile.
void check_reader(Reader& reader, const Tiles& tiles, ReadContext& context) {
  for (std::size_t i = 0; i < tiles.size(); i = std::max(i + 1, tiles.size() - 1)) {
    const auto first = i * tile_rows;
    if (!tiles[i]) continue;
    expect_same(test::difference(*tiles[i], *tiles[i]), "a tile");
    TileChecks(reader, {first, first + tiles[i]->rows}, *tiles[i], context).run();
  }
}

void check_children(Reader& reader, const DType& dtype, ReadContext& context);

void check_below(Reader& reader, const DType& dtype, ReadContext& context) {
  if (reader.rows() == 0) return;
  const RowRange rows{0, std::min(reader.rows(), tile_rows)};
  if (reader.shape() != Shape::structure && reader.shape() != Shape::list)
    if (const auto read = read_column(reader, dtype, rows, context))
      TileChecks(reader, rows, *read, context).run();
  check_children(reader, dtype, context);
}

/// Elements of lists and fields, which a column shows only as far as its rows ask for them.
void check_children(Reader& reader, const DType& dtype, ReadContext& context) {
  const auto& physical = dtype.physical();
  if (reader.shape() == Shape::structure) {
    auto& structs = structs_of(reader);
    for (std::size_t i = 0; i < structs.field_count(); ++i)
      check_below(structs.field(i), physical.field(i), context);
  } else if (reader.shape() == Shape::list) {
    check_below(lists_of(reader).elements(), element_of(physical), context);
  }
}

void check_slice(const ArrayRef& array, RowRange rows, const Tiles& tiles) {
  const auto part = slice(array, rows);
  expect(part.has_value() && (*part)->rows == rows.size(), "a slice cannot be made");
  ReadContext context;
  const auto reader = make_reader(*part, context);
  if (!reader) return;
  const auto read = read_column(**reader, array->dtype, {0, rows.size()}, context);
  if (!read) return;
  for (auto left = rows; !left.empty();) {
    const auto tile = left.first / tile_rows;
    const RowRange whole{tile * tile_rows, (tile + 1) * tile_rows};
    const auto here = left.cut(whole);
    if (tiles[tile])
      expect_same(
          test::difference(slice(*read, here.first - rows.first, here.last - rows.first),
                           slice(*tiles[tile], here.first - whole.first, here.last - whole.first)),
          "rows of a slice, and of the whole");
    left.first = here.last;
  }
}

}  // namespace

bool lists_fit(Reader& reader, RowRange rows, std::uint64_t& room) {
  if (reader.shape() == Shape::structure) {
    auto& structs = structs_of(reader);
    for (std::size_t i = 0; i < structs.field_count(); ++i)
      if (!lists_fit(structs.field(i), rows, room)) return false;
  }
  if (reader.shape() != Shape::list) return true;
  auto& lists = lists_of(reader);
  std::vector<RowRange> ranges(tile_rows);
  while (!rows.empty()) {
    const RowRange tile{rows.first, std::min(rows.last, (rows.first / tile_rows + 1) * tile_rows)};
    rows.first = tile.last;
    if (!lists.ranges(tile, ranges.data())) continue;
    for (std::uint64_t i = 0; i < tile.size(); ++i) {
      if (ranges[i].size() > room) return false;
      room -= ranges[i].size();
      if (!ranges[i].empty() && !lists_fit(lists.elements(), ranges[i], room)) return false;
    }
  }
  return true;
}

std::uint64_t values_per_row(const DType& dtype) {
  constexpr auto cap = std::uint64_t{1} << 40;
  const auto& physical = dtype.physical();
  if (physical.is(Kind::fixed_size_list))
    return std::min(cap, std::max(1u, physical.list_size()) * values_per_row(physical.element()));
  std::uint64_t values = 1;
  if (physical.is(Kind::structure))
    for (std::size_t i = 0; i < physical.field_count(); ++i)
      values = std::min(cap, values + values_per_row(physical.field(i)));
  return values;
}

void check_ways_to_read(const ArrayRef& array) {
  ReadContext context;
  const auto reader = make_reader(array, context);
  if (!reader) return;
  const auto rows = array->rows;
  expect((*reader)->rows() == rows, "a reader of {} rows for an array of {}", (*reader)->rows(),
         rows);
  std::uint64_t room = most_elements;
  if (values_per_row(array->dtype) * rows > most_elements || !lists_fit(**reader, {0, rows}, room))
    return;
  const auto tiles = read_tiles(**reader, array->dtype, context);
  check_reader(**reader, tiles, context);
  check_children(**reader, array->dtype, context);
  check_slice(array, {rows / 3, rows - rows / 5}, tiles);

  // The plain way, by a reader that has not seen the rows.
  ReadContext plain;
  plain.plain = true;
  if (const auto again = make_reader(array, plain)) check_reader(**again, tiles, plain);
}

}  // namespace gyre::fuzz
