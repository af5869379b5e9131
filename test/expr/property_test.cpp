#include "expr/evaluate.hpp"
#include "expr/prune.hpp"
#include "random_condition.hpp"
#include "support/must.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

DType schema_of(const std::vector<RandomColumn>& table) {
  std::vector<DType::Field> fields;
  for (const auto& column : table) fields.push_back({column.name, column.column.dtype});
  return DType::structure(std::move(fields));
}

/// The rows of `wanted` for which a predicate is true.
TileMask evaluated(const expr::Predicate& predicate, const std::vector<RandomColumn>& table,
                   RowRange rows, TileMask wanted, bool plain, Random& random) {
  ReadContext context;
  context.plain = plain;
  std::vector<ReaderRef> readers;
  std::vector<Reader*> columns;
  for (const auto& column : predicate.columns()) {
    readers.push_back(random_reader(table[column.path[0]], random, context));
    columns.push_back(readers.back().get());
  }
  expr::Evaluator evaluator(predicate, columns, context);
  // Asked often enough, the order of conjuncts changes; the answer must not.
  for (int i = 0; i < 20; ++i) {
    auto again = wanted;
    must(evaluator.evaluate(rows, again));
  }
  must(evaluator.evaluate(rows, wanted));
  return wanted;
}

TileMask random_mask(std::uint64_t rows, Random& random) {
  auto mask = TileMask::all(rows);
  if (random.chance(50)) return mask;
  for (std::uint64_t row = 0; row < rows; ++row)
    if (random.chance(30)) mask.clear(row);
  return mask;
}

}  // namespace

TEST_CASE("property: tiles and a row at a time agree on random conditions", "[expr][property]") {
  Random random(20240131);
  for (int round = 0; round < 60; ++round) {
    const auto table = random_table(random, 1 + random.below(round % 10 == 0 ? 1500 : 150));
    const auto schema = schema_of(table);
    const auto rows = table[0].column.rows;
    const auto first = random.chance(50) ? 0 : random.below(rows);
    const RowRange tile{first, std::min(rows, first + tile_rows)};
    for (int i = 0; i < 40; ++i) {
      const auto condition = random_condition(table, random, 3);
      INFO(condition.text);
      const auto predicate = must(expr::parse_predicate(condition.text, schema));
      const auto wanted = random_mask(tile.size(), random);
      TileMask expected;
      wanted.for_each([&](std::uint64_t row) {
        if (condition.at(tile.first + row) == true) expected.set(row);
      });
      REQUIRE((evaluated(predicate, table, tile, wanted, false, random) == expected));
      REQUIRE((evaluated(predicate, table, tile, wanted, true, random) == expected));
    }
  }
}

TEST_CASE("property: pruning never denies what a row is", "[expr][property]") {
  Random random(19700101);
  unsigned pruned = 0, proved = 0;
  for (int round = 0; round < 150; ++round) {
    const auto table = random_table(random, 40);
    const auto schema = schema_of(table);
    const auto first = random.below(40);
    const RowRange rows{first, first + 1 + random.below(std::min<std::uint64_t>(4, 40 - first))};
    std::vector<Statistics> statistics;
    for (const auto& column : table) statistics.push_back(random_statistics(column, rows, random));
    for (int i = 0; i < 40; ++i) {
      const auto condition = random_condition(table, random, 3);
      INFO(condition.text);
      const auto predicate = must(expr::parse_predicate(condition.text, schema));
      const auto outcomes = expr::possible(predicate, [&](std::size_t column) -> const Statistics* {
        return &statistics[predicate.columns()[column].path[0]];
      });
      pruned += !outcomes.may_be_true();
      proved += outcomes.must_be_true();
      for (auto row = rows.first; row < rows.last; ++row) {
        const auto value = condition.at(row);
        INFO(row);
        REQUIRE((value != true || outcomes.has_true));
        REQUIRE((value != false || outcomes.has_false));
        REQUIRE((value.has_value() || outcomes.has_null));
      }
    }
  }
  // Saying "maybe" to everything would be sound as well.
  CHECK(pruned > 1000);
  CHECK(proved > 300);
}
