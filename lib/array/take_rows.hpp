#pragma once

#include <cstdint>
#include <span>

#include "array/column.hpp"

namespace gyre {

/// Stands for a null row where rows are taken.
inline constexpr std::uint32_t no_row = ~std::uint32_t{0};

/// Row i of the result is rows[i] of `column`, in any order and as often as it is named, or null for no_row. Texts are
/// shared, all else is copied; a null row of a type that is not nullable holds anything. The caller has checked `rows`.
///
/// Errors   Code::unsupported: a column of variants, or more list elements than 32 bits can count
Result<Column> take_rows(const Column& column, std::span<const std::uint32_t> rows);

}  // namespace gyre
