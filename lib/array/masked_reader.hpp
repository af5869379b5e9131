#pragma once

#include <vector>

#include "array/reader.hpp"

namespace gyre {

/// The values of `child`, null also where `validity` (non-null booleans over the same rows) is false.
ReaderRef mask_reader(ReaderRef child, ReaderRef validity, ReadContext& context);

/// Field `index` of a struct reader, null also where the struct is.
ReaderRef field_reader(ReaderRef structure, std::size_t index, ReadContext& context);

/// A struct of fields over `rows` rows; `validity` (non-null booleans) may be absent: no row is null.
ReaderRef struct_reader(std::vector<ReaderRef> fields, ReaderRef validity, std::uint64_t rows);

}  // namespace gyre
