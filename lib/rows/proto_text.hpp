#pragma once

#include <string>
#include <string_view>

#include "rows/row_schema.hpp"

namespace gyre {

/// The message Row in the text of a .proto file. Behind each field stands its exact type, as to_text has it, with empty
/// structs for its messages, and before that the column's name in quotes where it is not the field's:
///
///     optional sint64 field_3 = 3;  // "local time": timestamp(us, UTC)?
std::string to_proto(const RowSchema& schema);

/// Reads a .proto file, which need not be one of to_proto. The row is the message Row, or else the only message at the top
/// that no other one holds. Comments behind fields that tell types of to_proto count; without, fields have the types
/// nearest to theirs: null where they are optional or messages, lists where they are repeated, enums as i32.
/// Errors   invalid_argument, with the line: no proto3, or what messages of rows cannot have (extensions, imported messages)
Result<RowSchema> parse_proto(std::string_view text);

}  // namespace gyre
