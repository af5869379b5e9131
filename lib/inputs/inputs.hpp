#pragma once

#include <span>
#include <string>

#include "inputs/input.hpp"

namespace gyre {

/// Opens all files that the locations name (see list_files) as one input: their rows one after the other, a
/// location's files in the order of their names. A single file is opened as open_input does.
///
/// Columns are matched by name, those of the first file give the order. Types that are guessed are guessed for all files
/// together, of text of one kind; others must be the same, but that a column which may be null somewhere may be null
/// everywhere. All NDJSON files have the keys of all; other files have to have the same columns.
///
/// hive   the names of folders are columns behind the files' own, of the types that a CSV file's would have; whole files
///        are skipped where the filter cannot hold for them
/// Errors   as list_files and open_input; Code::invalid_argument: files whose columns do not go together
Result<Input> open_inputs(std::span<const std::string> locations, bool hive,
                          const InputOptions& options, const EncodingTable& encodings,
                          const LayoutTable& layouts);

}  // namespace gyre
