#pragma once

#include "array/array.hpp"
#include "array/reader.hpp"

namespace gyre::fuzz {

/// Whether the lists in these rows hold at most `room` elements, which it takes from `room`. Columns repeat elements that
/// several rows share, so that a few bytes may ask for any amount of memory.
bool lists_fit(Reader& reader, RowRange rows, std::uint64_t& room);

/// Values in one row of a type, as fixed-size lists multiply them; capped at 1 << 40.
std::uint64_t values_per_row(const DType& dtype);

/// Asks an array for its values in every way there is: by tiles, single rows, masks, intervals, slices. Any of them may
/// fail; those that do not must agree.
void check_ways_to_read(const ArrayRef& array);

}  // namespace gyre::fuzz
