#pragma once

#include "cli/tool.hpp"

namespace gyre {

/// gyre convert INPUT OUTPUT: one kind of file into another.
extern const cli::Command convert_command;

}  // namespace gyre
