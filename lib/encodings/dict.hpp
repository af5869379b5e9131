#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Dictionary: row r holds values[codes[r]]; null where the code is null or the value is.
///
/// codes    unsigned, one a row; codes of null rows mean nothing
/// values   any dtype; no row needs to use one
/// Source   Vortex "vortex.dict"; metadata in schema/encodings.proto
struct Dict final : Array {
  Dict(const ArrayParts& parts, ArrayRef codes, ArrayRef values);
  ArrayRef codes, values;
};

extern const Encoding dict_encoding;

/// Reads rows through codes and values that readers give, as the layout of the same name has them.
///
/// dtype     of the values
/// codes     words of 1, 2, 4 or 8 bytes, or all null
/// values    the dictionary; it is decoded at once, so it should be small
/// Errors    Code::corrupt: what the readers report, or codes that are no integers. A code past the values is found when its
///           row is read
Result<ReaderRef> make_dict_reader(const DType& dtype, ReaderRef codes, ReaderRef values, ReadContext& context);

}  // namespace gyre
