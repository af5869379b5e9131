#pragma once

#include <vector>

#include "array/column.hpp"
#include "array/row_range.hpp"
#include "array/statistics.hpp"

namespace gyre {

/// Texts in statistics of files are cut to this many bytes.
inline constexpr std::size_t bound_bytes = 64;

/// Whether values of this type have a least and a greatest one, as far as statistics know.
bool has_order(const DType& dtype);

/// Statistics of rows of a column: min and max where its type has an order, nulls, NaNs of floats. Bounds are in the total
/// order: -0.0 is below 0.0. Those of texts that are longer than `most_bytes` are cut.
Statistics statistics_of(const Column& column, RowRange rows, std::size_t most_bytes = SIZE_MAX);

/// The same of each `zone_rows` rows, cut as in files; of fewer at first where the rows stand `rows_before` rows into a zone.
std::vector<Statistics> zone_statistics(const Column& column, std::uint64_t zone_rows,
                                        std::uint64_t rows_before = 0);

/// A text no longer than `bytes` that is not above `text`: its front, for utf8 up to a whole character.
std::string lower_bound_text(std::string_view text, std::size_t bytes, bool is_utf8);
/// A text no longer than `bytes` that is above all texts with the front of `text`; nothing where there is none.
std::optional<std::string> upper_bound_text(std::string_view text, std::size_t bytes, bool is_utf8);

}  // namespace gyre
