#pragma once

#include "file/detail/findings.hpp"
#include "file/vortex_file.hpp"

namespace gyre::detail {

/// Reads every value of a file, and compares the statistics of zones and of columns with what they tell of.
/// Errors   Code::cancelled
Result<void> check_values(VortexFile& file, const LayoutTable& layouts,
                          const VerifyOptions& options, Findings& findings);

}  // namespace gyre::detail
