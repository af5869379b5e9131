#pragma once

#include <vector>

#include "array/column_sink.hpp"
#include "array/reader.hpp"
#include "array/tile_mask.hpp"
#include "expr/predicate.hpp"

namespace gyre {

/// Which rows of a split survive: a mask for each of its tiles.
class RowSelection {
 public:
  explicit RowSelection(RowRange rows);

  RowRange rows() const { return rows_; }
  std::size_t tiles() const { return masks_.size(); }
  RowRange tile(std::size_t index) const;
  TileMask& mask(std::size_t index) { return masks_[index]; }
  const TileMask& mask(std::size_t index) const { return masks_[index]; }
  std::uint64_t count() const;

 private:
  RowRange rows_;
  std::vector<TileMask> masks_;
};

/// Drops the rows for which `filter` is not true. `columns` are readers of the filter's columns whose row 0 is `base`.
Result<void> drop_rows(const expr::Predicate& filter, std::span<Reader* const> columns,
                       std::uint64_t base, ReadContext& context, RowSelection& selection);

/// Appends the surviving rows of tiles first .. last to a sink; single rows are fetched alone where few survive.
Result<void> append_rows(Reader& column, std::uint64_t base, const RowSelection& selection,
                         std::size_t first_tile, std::size_t last_tile, ColumnSink& sink);

}  // namespace gyre
