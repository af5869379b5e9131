#pragma once

#include <optional>
#include <string>
#include <vector>

#include "array/reader.hpp"
#include "array/statistics.hpp"
#include "exact.hpp"
#include "rows_where.hpp"
#include "support/samples.hpp"

namespace gyre::test {

/// What a cell is to a person who compares it. Booleans are the numbers 0 and 1; a text has the number 0.
struct Cell {
  bool null = true;
  Exact number;
  std::string text;

  static Cell of(Exact number) { return {false, std::move(number), {}}; }
  static Cell of(std::string text) { return {false, {}, std::move(text)}; }
  static Cell of(bool value) { return of(Exact::of_text(value ? "1" : "0")); }
};
/// Of cells that are not null.
std::strong_ordering order(const Cell& left, const Cell& right);

enum class Group : std::uint8_t { number, instant, time_of_day, text, boolean };

struct RandomColumn {
  std::string name;
  Group group;
  Column column;
  std::vector<Cell> cells;
};

/// One column of each type that compares, filled from few values, so that they meet.
std::vector<RandomColumn> random_table(Random& random, std::uint64_t rows);

/// A reader of the column; decimals at the width that `random` picks among those that hold them.
ReaderRef random_reader(const RandomColumn& column, Random& random, ReadContext& context);

/// Statistics of rows first .. last, right but not always all of them, nor always exact.
Statistics random_statistics(const RandomColumn& column, RowRange rows, Random& random);

}  // namespace gyre::test
