#include "rows_where.hpp"

#include "array/column_sink.hpp"
#include "array/masked_reader.hpp"
#include "expr/evaluate.hpp"
#include "support/must.hpp"

namespace gyre::test {
namespace {

std::vector<std::uint64_t> evaluated(const expr::Predicate& predicate,
                                     const std::vector<Named>& table, bool plain) {
  ReadContext context;
  context.plain = plain;
  std::vector<ReaderRef> readers;
  std::vector<Reader*> columns;
  for (const auto& column : predicate.columns()) {
    auto reader = reader_of(table[column.path.front()].column, context);
    for (std::size_t i = 1; i < column.path.size(); ++i)
      reader = field_reader(std::move(reader), column.path[i], context);
    columns.push_back(reader.get());
    readers.push_back(std::move(reader));
  }
  expr::Evaluator evaluator(predicate, columns, context);
  std::vector<std::uint64_t> rows;
  const auto end = table.front().column.rows;
  for (std::uint64_t first = 0; first < end; first += tile_rows) {
    const RowRange tile{first, std::min(end, first + tile_rows)};
    auto keep = TileMask::all(tile.size());
    must(evaluator.evaluate(tile, keep));
    keep.for_each([&](std::uint64_t row) { rows.push_back(first + row); });
  }
  return rows;
}

}  // namespace

DType schema_of(const std::vector<Named>& table) {
  std::vector<DType::Field> fields;
  for (const auto& [name, column] : table) fields.push_back({name, column.dtype});
  return DType::structure(std::move(fields));
}

std::vector<std::uint64_t> rows_where(std::string_view condition, const std::vector<Named>& table) {
  INFO(condition);
  const auto predicate = must(expr::parse_predicate(condition, schema_of(table)));
  auto rows = evaluated(predicate, table, false);
  CHECK(evaluated(predicate, table, true) == rows);
  return rows;
}

std::string bind_error(std::string_view condition, const DType& schema) {
  INFO(condition);
  return refused(expr::parse_predicate(condition, schema)).message;
}

}  // namespace gyre::test
