#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gyre {

/// Where blocks begin in a file of gzip blocks: FILE.index has one decimal offset a line. They rise from 0, with room
/// for a block between any two.
/// Errors   Code::corrupt, with the line
Result<std::vector<std::uint64_t>> parse_row_index(std::string_view text, std::uint64_t file_bytes);

}  // namespace gyre
