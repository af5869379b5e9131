#pragma once

#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "io/local_file.hpp"

namespace gyre {

/// What a file holds.
enum class FileKind : std::uint8_t { vortex, csv, tsv, ndjson, arrow, parquet, rows };

std::string_view name_of(FileKind kind);
/// Errors   Code::invalid_argument: no such kind
Result<FileKind> parse_file_kind(std::string_view name);

/// Whether a kind of file is text, whose types are guessed.
bool is_text(FileKind kind);

/// By the ending of a name: .vortex .csv .tsv .ndjson .jsonl .arrow .feather .parquet, and .rows .pb .rows.gz .pb.gz.
std::optional<FileKind> kind_by_name(std::string_view path);
/// By the first bytes and the last; text is nothing in particular.
std::optional<FileKind> kind_by_content(io::Source& file);

}  // namespace gyre
