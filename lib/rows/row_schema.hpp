#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "dtype/dtype.hpp"

namespace gyre {

/// Types of protobuf fields, by their names in .proto files.
enum class ProtoType : std::uint8_t {
  int32,
  int64,
  uint32,
  uint64,
  sint32,
  sint64,
  fixed32,
  fixed64,
  sfixed32,
  sfixed64,
  boolean,
  float32,
  float64,
  string,
  bytes,
  message,
};

std::string_view name_of(ProtoType type);

/// How a field of a row's message stands for a value.
///
/// | form          | field                          | children                                               |
/// |---------------|--------------------------------|--------------------------------------------------------|
/// | value         | a number or text; a null value is absent | none                                         |
/// | structure     | a message; a null one is absent | its fields                                            |
/// | list          | repeated, of a list or map that is not null | one: a value, structure or item           |
/// | optional_list | a message around a list; a null list is an absent message | one, in field 1: the list   |
/// | item          | as an element: a message around what cannot be repeated itself | one, in field 1        |
struct RowField {
  enum class Form : std::uint8_t { value, structure, list, optional_list, item };

  std::string name;        ///< of the column
  std::string identifier;  ///< of the field; empty for elements
  unsigned number = 0;
  DType dtype;
  Form form = Form::value;
  ProtoType type = ProtoType::message;
  std::vector<RowField> children;
};

/// What the message of a row looks like.
struct RowSchema {
  DType dtype;  ///< a struct
  std::vector<RowField> fields;
  /// Guessed from some rows: what those did not have is an error in others.
  bool is_guess = false;
};

/// Bytes of a row's message that its prefix can tell.
inline constexpr std::size_t most_row_bytes = 65'535;

/// The message for rows of these columns, with the fields numbered as the columns are.
/// Errors   Code::unsupported with the column's name: a type that has no form in a message
Result<RowSchema> row_schema_of(const DType& columns);

/// The fields that values of a type take, without a name, as element of a list or not.
Result<RowField> row_field_of(const DType& dtype, bool is_element);

}  // namespace gyre
