#include "cli/row_arguments.hpp"

namespace gyre::cli {

void add_row_container_option(Options& options, std::string& container) {
  options.choice("--rows-container", {"plain", "gzip", "blocks"}, container,
                 "of rows: as they are, one gzip stream, or gzip blocks of 1,000 with an index "
                 "(default: blocks where the name ends in .gz, else plain)");
}

Result<void> check_row_container(const std::string& container, std::optional<FileKind> kind,
                                 const std::string& output) {
  if (container.empty()) return {};
  if (kind != FileKind::rows)
    return fail(Code::invalid_argument, "--rows-container is for rows, not for {}",
                kind ? name_of(*kind) : "tables");
  if (output == "-" && container != "plain")
    return fail(Code::invalid_argument,
                "standard output takes plain rows, as nothing can stand beside it; gzip compresses "
                "them");
  return {};
}

}  // namespace gyre::cli
