#include "file/looks_like.hpp"

#include <algorithm>

namespace gyre {
namespace {

struct Mark {
  std::string_view bytes;
  std::string_view name;
};

constexpr Mark marks[] = {
    {"VTXF", "Vortex"},
    {"PAR1", "Parquet"},
    {"PARE", "encrypted Parquet"},
    {"ARROW1", "an Arrow file"},
    {"\xff\xff\xff\xff", "an Arrow stream"},
    {"FEA1", "Feather"},
    {"ORC", "ORC"},
    {"Obj\1", "Avro"},
    {"SQLite format 3", "an SQLite database"},
    {"\x1f\x8b", "gzip"},
    {"\x28\xb5\x2f\xfd", "zstd"},
    {"PK\3\4", "zip"},
    {"\x89HDF", "HDF5"},
    {"\x7f"
     "ELF",
     "a program"},
};

bool is_text(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= ' ' && byte != 0x7f) || c == '\n' || c == '\r' || c == '\t';
}

}  // namespace

std::string_view looks_like(std::span<const std::byte> front) {
  const std::string_view text(reinterpret_cast<const char*>(front.data()), front.size());
  for (const auto& mark : marks)
    if (text.starts_with(mark.bytes)) return mark.name;
  if (!text.empty() && std::ranges::all_of(text, is_text))
    return text.starts_with('{') || text.starts_with('[') ? "JSON" : "text";
  return {};
}

}  // namespace gyre
