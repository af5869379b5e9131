#pragma once

#include <atomic>
#include <string_view>

namespace gyre::cli {

/// Makes signals end work in order. SIGPIPE is ignored, so that a closed pipe is an error of the write. SIGINT and SIGTERM
/// set stop_requested() once, a second one kills. SIGBUS, which a mapped file that was cut short raises, and running out of
/// memory write one error line and end the process with 1.
///
/// program   for the error lines; `json`: as an object
void handle_signals(std::string_view program, bool json);

/// Whoever loops looks at it and leaves with Code::cancelled.
const std::atomic<bool>& stop_requested();
/// The signal that asked to stop; 0: none.
int stop_signal();

}  // namespace gyre::cli
