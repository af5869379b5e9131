#pragma once

#include <string_view>

namespace gyre::cli {

/// Sends log lines to standard error: 0 none, 1 what is done, 2 and more in detail.
void set_log_level(unsigned verbosity, bool colored);

void log_info(std::string_view text);
void log_debug(std::string_view text);

}  // namespace gyre::cli
