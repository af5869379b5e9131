#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "array/column.hpp"

namespace gyre {

enum class TextStyle : std::uint8_t {
  plain,  ///< as a person reads it: texts as they are
  json,   ///< a JSON value
};

/// Appends values of one type as text; what there is to decide about the type is decided once. Any number of threads may
/// use one.
class ValueWriter {
 public:
  virtual ~ValueWriter() = default;
  /// `row` is valid, and `column` of the type that this was made for.
  virtual void append(std::string& out, const Column& column, std::uint64_t row) const = 0;
};

/// Writes what to_text and append_json (dtype/text.hpp) write, faster for values that are not nested.
std::unique_ptr<ValueWriter> make_value_writer(const DType& dtype, TextStyle style);

}  // namespace gyre
