#pragma once

#include <string>

#include "inputs/input.hpp"

namespace gyre {

/// Opens plain rows, and those in gzip, by blocks where an index stands beside them; "-" is standard input. Their schema is
/// what the .proto of the options tells, or the one beside the file, or a guess.
/// Errors   of the files; as parse_proto, read_rows and read_row_blocks have them
Result<Input> open_rows(const std::string& path, const InputOptions& options);

}  // namespace gyre
