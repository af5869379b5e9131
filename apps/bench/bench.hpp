#pragma once

#include "cli/tool.hpp"

namespace gyre {

/// gyre bench WORK: how long a piece of work takes.
extern const cli::Command bench_command;

}  // namespace gyre
