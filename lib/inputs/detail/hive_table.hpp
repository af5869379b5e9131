#pragma once

#include <span>
#include <string>
#include <vector>

#include "array/batch.hpp"
#include "text/csv_options.hpp"

namespace gyre {

/// What the folders of some files say: a row for each path, a column for each name in its folders. Types are those that
/// options.types gives, else guessed as a CSV file's.
/// Errors   Code::invalid_argument: not all paths have the same names, or a value does not fit the type given
Result<Batch> hive_table(std::span<const std::string> paths, const CsvOptions& options);

}  // namespace gyre
