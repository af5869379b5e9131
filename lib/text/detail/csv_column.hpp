#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "array/column.hpp"
#include "base/result.hpp"
#include "text/csv_options.hpp"
#include "text/csv_tokenizer.hpp"
#include "text/parse_values.hpp"

namespace gyre {

/// How the fields of one column become values.
struct CsvColumnType {
  DType dtype;
  Spelling spelling = Spelling::any;
  /// No value has been seen yet, so the first one that is not empty is a misfit. The dtype is utf8.
  bool vacant = false;
};

/// A field that could not be read.
struct CsvMisfit {
  enum class What : std::uint8_t {
    value,  ///< not of the column's type
    quote,  ///< something behind the closing quote
  };
  What what;
  std::size_t row;  ///< of the block
};

/// One column of a batch while it is parsed.
///
/// A bare field that is empty or a null word is null. A quoted empty field is an empty text where the type is utf8 or
/// binary, else null; other quoted fields are values.
class CsvColumn {
 public:
  virtual ~CsvColumn() = default;
  /// At most `rows` rows will come.
  virtual void start(std::uint64_t rows) = 0;
  /// The fields of one column of a block; the first misfit ends it.
  virtual std::optional<CsvMisfit> append(const CsvRecords& records, std::size_t column) = 0;
  /// All rows since start.
  virtual Column finish() = 0;
};

/// `options` outlives the column. Errors: unsupported for types that have no text form.
Result<std::unique_ptr<CsvColumn>> make_csv_column(const CsvColumnType& type,
                                                   const CsvOptions& options);

/// Whether a bare field means null.
inline bool is_null_field(std::string_view field, const CsvOptions& options) {
  if (field.empty()) return true;
  for (const auto& word : options.null_words)
    if (field == word) return true;
  return false;
}

}  // namespace gyre
