#pragma once

#include <optional>
#include <string>

#include "inputs/input.hpp"

namespace gyre {

/// Opens CSV, TSV and NDJSON, compressed or not, of a local path or of "-".
///
/// kind     nothing: the first line tells NDJSON from CSV
/// Errors   Code::invalid_argument: options of CSV for NDJSON; those of io::decompressed and utf8_input; the readers'
Result<Input> open_text(const std::string& path, std::optional<FileKind> kind,
                        const InputOptions& options);

}  // namespace gyre
