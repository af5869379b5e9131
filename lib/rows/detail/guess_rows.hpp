#pragma once

#include <string_view>

#include "base/result.hpp"
#include "rows/row_schema.hpp"

namespace gyre {

/// Rows that are looked at.
inline constexpr std::uint64_t guessed_rows = 1000;

/// A schema for rows without a .proto: columns f1, f2 … for the numbers of fields, all of which may be null. Varints are
/// i64, values of 4 bytes f32, of 8 bytes f64; bytes are utf8 where all of them look like text, else binary. What comes
/// several times in a row is a list.
/// bytes    whole rows
/// Errors   corrupt with the row: no message, or another wire type than in the rows before
Result<RowSchema> guess_row_schema(std::string_view bytes);

}  // namespace gyre
