#include "cli/layout_arguments.hpp"

#include <algorithm>

namespace gyre::cli {
namespace {

constexpr std::uint64_t most_chunk_rows = 1 << 30;

/// Rows of a chunk: as many whole zones as come near the default, or what was asked for.
Result<std::uint64_t> chunk_rows(const LayoutArguments& arguments, std::uint64_t zone_rows) {
  const auto near_default = std::max<std::uint64_t>(1, default_chunk_rows / zone_rows) * zone_rows;
  const auto rows = arguments.chunk_rows.value_or(near_default);
  if (rows > most_chunk_rows)
    return fail(Code::invalid_argument, "--rows-per-chunk {}: at most {} fit", rows,
                most_chunk_rows);
  if (rows % zone_rows == 0) return rows;
  const auto below = rows / zone_rows * zone_rows;
  return fail(Code::invalid_argument,
              "--rows-per-chunk {} is no multiple of the {} rows of a zone; {} is, or take "
              "--rows-per-zone {} too",
              rows, zone_rows, below > 0 ? below : zone_rows, rows);
}

}  // namespace

void add_layout_options(Options& options, LayoutArguments& arguments) {
  options.group("Layout of Vortex files");
  options.text("--edition", "EDITION", arguments.edition,
               "the oldest reader that must read the file: a release or one of its editions, "
               "core2025.10.0 (default: 0.60.0)");
  options.number("--rows-per-zone", "N", arguments.zone_rows,
                 "rows that one entry of a zone map tells of (default: 8192)", 1);
  options.number("--rows-per-chunk", "N", arguments.chunk_rows,
                 "rows stored together, a multiple of those of a zone (default: 65536)", 1);
}

Result<VortexOptions> vortex_options(const LayoutArguments& arguments, FileKind kind) {
  VortexOptions options;
  if (kind != FileKind::vortex) {
    const auto* given = !arguments.edition.empty() ? "--edition"
                        : arguments.zone_rows      ? "--rows-per-zone"
                        : arguments.chunk_rows     ? "--rows-per-chunk"
                                                   : nullptr;
    if (given)
      return fail(Code::invalid_argument, "{} is for Vortex files, and the output is {}", given,
                  name_of(kind));
    return options;
  }
  if (!arguments.edition.empty())
    options.write.edition = GYRE_TRY(within(parse_edition(arguments.edition), "--edition"));
  options.write.zone_rows = arguments.zone_rows.value_or(default_zone_rows);
  options.chunk_rows = GYRE_TRY(chunk_rows(arguments, options.write.zone_rows));
  return options;
}

}  // namespace gyre::cli
