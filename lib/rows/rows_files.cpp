#include "rows/rows_files.hpp"

#include <filesystem>

#include "io/decompressed_input.hpp"
#include "io/local_file.hpp"

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
