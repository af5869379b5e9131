#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "dtype/scalar.hpp"

namespace gyre {

/// "i64", "decimal(15,2)?", "timestamp(us, UTC)", "list(struct(a: i32, b: utf8?))": a nullable type ends in '?'.
/// An extension without a name of its own is written extension(ID, STORAGE).
std::string to_text(const DType& dtype);
std::string_view to_text(PType ptype);

/// Reads what to_text writes, blanks anywhere between words. An extension(ID, STORAGE) has no metadata.
Result<DType> parse_dtype(std::string_view text);

/// A value as a person reads it, and as CSV fields hold it: digits, ISO 8601 dates and times (timestamps of a zone in
/// UTC with Z), shortest floats that read back equal, bytes as hex; lists and structs as JSON. Null is "null".
std::string to_text(const Scalar& scalar);

}  // namespace gyre
