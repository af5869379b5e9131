#include "rows/rows_files.hpp"

#include <algorithm>
#include <filesystem>

#include "io/decompressed_input.hpp"
#include "rows/detail/gzip.hpp"

namespace gyre {

std::optional<RowContainer> parse_row_container(std::string_view name) {
  if (name == "plain") return RowContainer::plain;
  if (name == "gzip") return RowContainer::gzip;
  if (name == "blocks") return RowContainer::blocks;
  return std::nullopt;
}

RowContainer container_by_name(std::string_view path) {
  return path.ends_with(".gz") ? RowContainer::blocks : RowContainer::plain;
}

std::string proto_path(std::string_view path) {
  auto stem = io::without_compression(path);
  for (const std::string_view ending : {".rows", ".pb"})
    if (stem.ends_with(ending)) {
      stem.remove_suffix(ending.size());
      break;
    }
  return std::string(stem) + ".proto";
}

std::string index_path(std::string_view path) { return std::string(path) + ".index"; }

std::vector<std::string> row_file_paths(const std::string& path, RowContainer container) {
  std::vector<std::string> paths{path, proto_path(path)};
  if (container == RowContainer::blocks) paths.push_back(index_path(path));
  return paths;
}

Result<std::optional<RowBlockFile>> find_row_blocks(const std::string& path, io::Access access) {
  // The longest offset with the end of its line.
  constexpr std::uint64_t most_line_bytes = 22;
  const auto index = index_path(path);
  if (!file_exists(index)) return std::optional<RowBlockFile>{};
  auto file = GYRE_TRY(io::open_file(path, access));
  const auto size = file->identity().size_bytes;
  const auto front =
      GYRE_TRY(io::read_now(*file, {0, std::min<std::uint64_t>(size, gzip_magic.size())}));
  if (size > 0 && front.text() != gzip_magic) return std::optional<RowBlockFile>{};
  auto text = GYRE_TRY(read_small_file(index, (size / least_member_bytes + 1) * most_line_bytes));
  return RowBlockFile{std::move(file), std::move(text)};
}

bool file_exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

Result<std::string> read_small_file(const std::string& path, std::uint64_t most_bytes) {
  const auto file = GYRE_TRY(io::open_file(path, io::Access::read));
  const auto size = file->identity().size_bytes;
  if (size > most_bytes)
    return fail(Code::invalid_argument, "{}: {} bytes, expected at most {}", path, size,
                most_bytes);
  const auto bytes = GYRE_TRY(io::read_now(*file, {0, size}));
  return std::string(bytes.text());
}

}  // namespace gyre
