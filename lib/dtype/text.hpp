#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "dtype/scalar.hpp"

namespace gyre {

/// "i64", "decimal(15,2)?", "timestamp(us, UTC)", "list(struct(a: i32, b: utf8?))": a nullable type ends in '?'.
/// Names of fields that are more than letters, digits and '_' are quoted as in SQL. An extension without a name of its
/// own is written extension(ID, STORAGE), a map with sorted keys map(K, V, sorted).
std::string to_text(const DType& dtype);
std::string_view to_text(PType ptype);

/// Reads what to_text writes, blanks anywhere between words. An extension(ID, STORAGE) has no metadata.
/// Errors   invalid_argument with the text and what is wrong in it; nesting is limited to 64
Result<DType> parse_dtype(std::string_view text);

/// A value as a person reads it, and as CSV fields hold it: digits, ISO 8601 dates and times (timestamps of a zone in
/// UTC with Z), shortest floats that read back equal, bytes as hex; lists and structs as JSON. Null is "null".
std::string to_text(const Scalar& scalar);

/// Appends the value as JSON without blanks: numbers as such (decimals with all digits), text escaped, all else as
/// to_text has it, in quotes. JSON has no NaN and no infinities: they are null. A map is a list of {"key", "value"}.
void append_json(std::string& out, const Value& value, const DType& dtype);
/// Appends `text` (UTF-8) as a JSON string with its quotes.
void append_json_string(std::string& out, std::string_view text);

}  // namespace gyre
