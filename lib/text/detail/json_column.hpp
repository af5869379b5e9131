#pragma once

#include <memory>
#include <string>
#include <vector>

#include "array/column.hpp"
#include "base/result.hpp"
#include "text/detail/json_guess.hpp"
#include "text/detail/json_reader.hpp"
#include "text/text_options.hpp"

namespace gyre {

/// One column of a batch while it is parsed, value by value.
class JsonColumn {
 public:
  virtual ~JsonColumn() = default;
  /// Forgets all rows.
  virtual void start() = 0;
  /// Takes one value; false where the reader failed or says that the value does not fit, and then rows are worth nothing
  /// up to the next start.
  virtual bool append(JsonReader& reader) = 0;
  virtual void append_null() = 0;
  /// All rows since start.
  virtual Column finish() = 0;
};

/// `options` outlives the column. Errors: unsupported for types that have no text form.
Result<std::unique_ptr<JsonColumn>> make_json_column(const JsonType& type,
                                                     const TextOptions& options);

}  // namespace gyre
