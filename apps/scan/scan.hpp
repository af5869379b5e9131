#pragma once

#include "cli/tool.hpp"

namespace gyre {

/// gyre scan INPUT: rows that pass a filter, printed or written.
extern const cli::Command scan_command;

}  // namespace gyre
