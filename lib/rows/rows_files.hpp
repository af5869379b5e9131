#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "io/local_file.hpp"

namespace gyre {

/// How rows lie in a file.
enum class RowContainer : std::uint8_t {
  plain,
  gzip,    ///< one gzip member of all rows
  blocks,  ///< a member for each 1,000 rows; an index tells where they begin
};

/// Rows of a block, but the last.
inline constexpr std::uint64_t rows_per_block = 1000;

/// "plain", "gzip" or "blocks".
std::optional<RowContainer> parse_row_container(std::string_view name);
/// Blocks for names that end in .gz, else plain.
RowContainer container_by_name(std::string_view path);

/// The .proto that stands beside a file: x.proto for x.rows, x.pb, x.rows.gz and x.pb.gz, and y.proto for any other y.
std::string proto_path(std::string_view path);
/// The index of a file of blocks: x.pb.gz.index.
std::string index_path(std::string_view path);

/// A file of rows and all that stands beside it.
std::vector<std::string> row_file_paths(const std::string& path, RowContainer container);

/// Bytes that a .proto may have.
inline constexpr std::uint64_t most_proto_bytes = 16 << 20;

/// A file of gzip data with an index beside it.
struct RowBlockFile {
  std::shared_ptr<io::Source> data;
  std::string index;  ///< its text
};
/// Nothing where there is no index, or no gzip data.
Result<std::optional<RowBlockFile>> find_row_blocks(const std::string& path, io::Access access);

/// Whether there is a file of that name.
bool file_exists(const std::string& path);
/// All of a small file.
/// Errors   Code::io; Code::invalid_argument: it has over `most_bytes`
Result<std::string> read_small_file(const std::string& path, std::uint64_t most_bytes);

}  // namespace gyre
