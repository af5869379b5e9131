#pragma once

#include <vector>

#include "array/column.hpp"
#include "array/statistics.hpp"

namespace gyre {

/// Texts in statistics are cut to this many bytes.
inline constexpr std::size_t bound_bytes = 64;

/// Statistics of each `zone_rows` rows of a column: min and max where its type has an order, nulls, NaNs of floats. Bounds
/// are in the total order: -0.0 is below 0.0.
std::vector<Statistics> zone_statistics(const Column& column, std::uint64_t zone_rows);

/// A text no longer than `bytes` that is not above `text`: its front, for utf8 up to a whole character.
std::string lower_bound_text(std::string_view text, std::size_t bytes, bool is_utf8);
/// A text no longer than `bytes` that is above all texts with the front of `text`; nothing where there is none.
std::optional<std::string> upper_bound_text(std::string_view text, std::size_t bytes, bool is_utf8);

}  // namespace gyre
