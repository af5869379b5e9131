#pragma once

#include "cli/tool.hpp"

namespace gyre {

/// gyre inspect FILE: what a file says of itself.
extern const cli::Command inspect_command;

}  // namespace gyre
