#pragma once

#include <memory>

#include "array/batch_output.hpp"
#include "base/result.hpp"

namespace gyre {

struct CsvWriteOptions {
  char delimiter = ',';
  char quote = '"';
  bool header = true;
};

/// Delimited text as RFC 4180 has it, lines ended by LF.
///
/// Null is a bare empty field and an empty text is quoted; other texts are quoted only where they have a delimiter, quote
/// or line break. Numbers have all their digits, floats the fewest that read back equal; dates and times are ISO 8601,
/// bytes hex, nested values JSON. Reading it back with the same types gives the same rows.
/// Errors: invalid_argument for a schema without columns, or characters that clash
Result<std::unique_ptr<BatchFormatter>> make_csv_formatter(const DType& schema,
                                                           const CsvWriteOptions& options = {});

}  // namespace gyre
