#pragma once

#include <optional>
#include <string>

#include "cli/options.hpp"
#include "inputs/file_kind.hpp"

namespace gyre::cli {

/// --rows-container.
void add_row_container_option(Options& options, std::string& container);

/// kind     of the output, if it is known
/// Errors   Code::invalid_argument: a container for what is no file of rows
Result<void> check_row_container(const std::string& container, std::optional<FileKind> kind,
                                 const std::string& output);

}  // namespace gyre::cli
