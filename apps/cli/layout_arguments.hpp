#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/options.hpp"
#include "convert/output.hpp"

namespace gyre::cli {

/// What a command line says of the layout of a Vortex file.
struct LayoutArguments {
  std::string edition;
  std::optional<std::uint64_t> zone_rows, chunk_rows;
};

/// --edition, --rows-per-zone, --rows-per-chunk.
void add_layout_options(Options& options, LayoutArguments& arguments);

/// kind     of the output; only Vortex files have a layout
/// Errors   Code::invalid_argument: an option whose value makes no sense, or that is not for this kind
Result<VortexOptions> vortex_options(const LayoutArguments& arguments, FileKind kind);

}  // namespace gyre::cli
