#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "dtype/dtype.hpp"

namespace gyre {

/// Names and types of columns, one a line: the name, blanks, and the type as parse_dtype has it. A name that holds blanks
/// is quoted as in SQL, or has a tab or two blanks between itself and the type. Passed over are empty lines, those that
/// begin with '#', and the head that `gyre inspect --schema` prints: "column  type".
/// Errors   invalid_argument, with the line
Result<std::vector<std::pair<std::string, DType>>> parse_schema(std::string_view text);

}  // namespace gyre
