#include "scan/filter_rows.hpp"

#include <algorithm>

#include "base/bits.hpp"
#include "expr/evaluate.hpp"

namespace gyre {
namespace {

/// Below this many rows a tile, fetching rows one by one is cheaper than decoding their tiles.
constexpr std::uint64_t sparse_rows_per_tile = 32;

}  // namespace

RowSelection::RowSelection(RowRange rows) : rows_(rows) {
  for (auto first = rows.first; first < rows.last; first += tile_rows)
    masks_.push_back(TileMask::all(std::min(tile_rows, rows.last - first)));
}

RowRange RowSelection::tile(std::size_t index) const {
  const auto first = rows_.first + index * tile_rows;
  return {first, std::min(first + tile_rows, rows_.last)};
}

std::uint64_t RowSelection::count() const {
  std::uint64_t rows = 0;
  for (const auto& mask : masks_) rows += mask.count();
  return rows;
}

Result<void> drop_rows(const expr::Predicate& filter, std::span<Reader* const> columns,
                       std::uint64_t base, ReadContext& context, RowSelection& selection) {
  expr::Evaluator evaluator(filter, columns, context);
  for (std::size_t i = 0; i < selection.tiles(); ++i) {
    const auto tile = selection.tile(i);
    GYRE_TRY(evaluator.evaluate({tile.first - base, tile.last - base}, selection.mask(i)));
  }
  return {};
}

Result<void> append_rows(Reader& column, std::uint64_t base, const RowSelection& selection,
                         std::size_t first_tile, std::size_t last_tile, ColumnSink& sink) {
  std::uint64_t count = 0;
  for (auto i = first_tile; i < last_tile; ++i) count += selection.mask(i).count();
  if (count == 0) return {};
  if (count < (last_tile - first_tile) * sparse_rows_per_tile) {
    std::vector<std::uint32_t> rows;
    rows.reserve(count);
    const auto first = selection.tile(first_tile).first;
    for (auto i = first_tile; i < last_tile; ++i)
      selection.mask(i).for_each([&](std::uint64_t row) {
        rows.push_back(static_cast<std::uint32_t>(selection.tile(i).first - first + row));
      });
    return sink.gather(column, first - base, rows);
  }
  for (auto i = first_tile; i < last_tile; ++i) {
    const auto tile = selection.tile(i);
    const auto& mask = selection.mask(i);
    if (mask.none()) continue;
    const bool all = mask.is_all(tile.size());
    GYRE_TRY(sink.append(column, {tile.first - base, tile.last - base}, all ? nullptr : &mask));
  }
  return {};
}

}  // namespace gyre
