#include "inputs/file_kind.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "file/magic.hpp"

namespace gyre {
namespace {

constexpr std::array<std::pair<std::string_view, FileKind>, 7> names{
    {{"vortex", FileKind::vortex},
     {"csv", FileKind::csv},
     {"tsv", FileKind::tsv},
     {"ndjson", FileKind::ndjson},
     {"arrow", FileKind::arrow},
     {"parquet", FileKind::parquet},
     {"rows", FileKind::rows}}};
constexpr std::array<std::pair<std::string_view, FileKind>, 6> other_endings{
    {{"jsonl", FileKind::ndjson},
     {"feather", FileKind::arrow},
     {"arrows", FileKind::arrow},
     {"ipc", FileKind::arrow},
     {"pb", FileKind::rows},
     {"tab", FileKind::tsv}}};

template <class Table>
std::optional<FileKind> find(const Table& table, std::string_view name) {
  const auto found = std::ranges::find(table, name, [](const auto& row) { return row.first; });
  if (found == table.end()) return std::nullopt;
  return found->second;
}

}  // namespace

std::string_view name_of(FileKind kind) {
  return std::ranges::find(names, kind, [](const auto& row) { return row.second; })->first;
}

Result<FileKind> parse_file_kind(std::string_view name) {
  if (const auto kind = find(names, name)) return *kind;
  return fail(Code::invalid_argument, "no kind of file is called '{}'", name);
}

bool is_text(FileKind kind) {
  return kind == FileKind::csv || kind == FileKind::tsv || kind == FileKind::ndjson;
}

std::optional<FileKind> kind_by_name(std::string_view path) {
  const auto dot = path.rfind('.');
  if (dot == std::string_view::npos || path.find('/', dot) != std::string_view::npos)
    return std::nullopt;
  const auto ending = path.substr(dot + 1);
  if (ending == "gz") {
    // Blocks of rows are compressed each by itself, which is part of the kind.
    const auto inner = kind_by_name(path.substr(0, dot));
    return inner == FileKind::rows ? inner : std::nullopt;
  }
  if (const auto kind = find(names, ending)) return kind;
  return find(other_endings, ending);
}

std::optional<FileKind> kind_by_content(io::Source& file) {
  const auto size = file.identity().size_bytes;
  const std::string_view vortex(magic.data(), magic.size()), parquet = "PAR1", arrow = "ARROW1";
  const auto bytes = [&](std::uint64_t offset, std::uint64_t count) {
    auto read = io::read_now(file, {offset, count});
    return read ? *std::move(read) : Buffer{};
  };
  const auto front = bytes(0, std::min<std::uint64_t>(size, 8));
  const auto back =
      bytes(size - std::min<std::uint64_t>(size, 4), std::min<std::uint64_t>(size, 4));
  if (front.text().starts_with(vortex) || back.text() == vortex) return FileKind::vortex;
  if (front.text().starts_with(parquet)) return FileKind::parquet;
  if (front.text().starts_with(arrow) || (front.text().starts_with("\xff\xff\xff\xff") && size > 8))
    return FileKind::arrow;
  return std::nullopt;
}

}  // namespace gyre
