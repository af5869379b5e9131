#include "file/releases.hpp"

#include <fmt/core.h>

#include <span>

namespace gyre {
namespace {

struct Row {
  std::string_view id;
  Release first;
};

// Also encodings that this library does not have: a file's oldest reader does not hang on it.
constexpr Row encodings[] = {
    {"fastlanes.bitpacked", {36}},
    {"fastlanes.for", {36}},
    {"fastlanes.rle", {54}},
    {"vortex.alp", {36}},
    {"vortex.alprd", {36}},
    {"vortex.bool", {36}},
    {"vortex.bytebool", {36}},
    {"vortex.chunked", {36}},
    {"vortex.constant", {36}},
    {"vortex.datetimeparts", {36}},
    {"vortex.decimal", {36}},
    {"vortex.decimal_byte_parts", {36}},
    {"vortex.dict", {36}},
    {"vortex.ext", {36}},
    {"vortex.fixed_size_list", {54}},
    {"vortex.fsst", {36}},
    {"vortex.list", {36}},
    {"vortex.listview", {54}},
    {"vortex.map", {84}},
    {"vortex.masked", {54}},
    {"vortex.null", {36}},
    {"vortex.onpair", {85}},
    {"vortex.parquet.variant", {85}},
    {"vortex.pco", {40}},
    {"vortex.primitive", {36}},
    {"vortex.runend", {36}},
    {"vortex.sequence", {40}},
    {"vortex.sparse", {36}},
    {"vortex.struct", {36}},
    {"vortex.varbin", {36}},
    {"vortex.varbinview", {36}},
    {"vortex.variant", {85}},
    {"vortex.zigzag", {36}},
    {"vortex.zstd", {40}},
};

constexpr Row layouts[] = {
    {"vortex.chunked", {36}}, {"vortex.dict", {36}},   {"vortex.flat", {36}},
    {"vortex.stats", {36}},   {"vortex.struct", {36}}, {"vortex.zoned", {76}},
};

std::optional<Release> find(std::span<const Row> rows, std::string_view id) {
  for (const auto& row : rows)
    if (row.id == id) return row.first;
  return std::nullopt;
}

}  // namespace

std::string to_text(Release release) { return fmt::format("0.{}.0", release.minor); }

std::optional<Release> first_reader_of_encoding(std::string_view id) { return find(encodings, id); }

std::optional<Release> first_reader_of_layout(std::string_view id) { return find(layouts, id); }

}  // namespace gyre
