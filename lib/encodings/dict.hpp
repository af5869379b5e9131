#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Distinct values once and a code for each row: row r is values[codes[r]], null if its code or its value is.
///
/// codes    unsigned, same rows; may have nulls, whose codes mean nothing
/// values   of the array's type
/// Source   Vortex "vortex.dict"; metadata in schema/encodings.proto
struct Dict final : Array {
  Dict(const ArrayParts& parts, ArrayRef row_codes, ArrayRef distinct_values);
  ArrayRef codes, values;
};

/// Stores numbers and texts; the values are sorted.
extern const Encoding dict_encoding;

/// A reader of values by codes, which are words of 1, 2, 4 or 8 bytes, or null in all rows. Values are decoded where codes
/// ask for them, a tile at a time and once. Also a DictionaryReader, unless all rows are null.
///
/// Errors   Code::corrupt: codes that are no words; Code::unsupported: over 2^26 values, or no values that rows are read of
Result<ReaderRef> make_dict_reader(const DType& dtype, ReaderRef codes, ReaderRef values,
                                   ReadContext& context);

}  // namespace gyre
