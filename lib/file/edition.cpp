#include "file/edition.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <span>
#include <vector>

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

struct FeatureRow {
  Feature feature;
  Release first;
  std::string_view text;
};

constexpr FeatureRow features[] = {
    {Feature::nullable_struct, {50}, "a nullable struct"},
    {Feature::struct_validity_layout, {55}, "the validity of a struct as a layout"},
    {Feature::fixed_size_list, {54}, "a list of fixed size"},
    {Feature::wide_decimal, {50}, "a decimal of more than 38 digits"},
    {Feature::narrow_decimal_parts, {50}, "decimals in parts of 8 or 16 bits"},
    {Feature::f16_scalar, {50}, "bounds of f16 in the file statistics"},
    {Feature::fsst_code_buffer, {60}, "vortex.fsst with 3 buffers"},
    {Feature::spare_encodings, {60}, "a footer that lists more encodings than are used"},
    {Feature::zone_aggregates, {84}, "vortex.zoned"},
    {Feature::map, {84}, "a map"},
    {Feature::uuid, {85}, "vortex.uuid"},
    {Feature::json, {85}, "vortex.json"},
    {Feature::variant, {85}, "a variant"},
};

constexpr Row editions[] = {
    {"core2025.05.0", {36}}, {"core2025.06.0", {40}}, {"core2025.10.0", {54}},
    {"core2026.08.0", {84}}, {"core2026.08.1", {84}}, {"preview2026.08.0", {85}},
};

const Row* find(std::span<const Row> rows, std::string_view id) {
  const auto found = std::ranges::find(rows, id, &Row::id);
  return found == rows.end() ? nullptr : &*found;
}

std::optional<Release> first_in(std::span<const Row> rows, std::string_view id) {
  const auto* row = find(rows, id);
  return row ? std::optional(row->first) : std::nullopt;
}

const FeatureRow& row_of(Feature feature) {
  return *std::ranges::find(features, feature, &FeatureRow::feature);
}

/// "0.60.0", "0.60"
std::optional<Release> parse_release(std::string_view text) {
  if (!text.starts_with("0.")) return std::nullopt;
  text.remove_prefix(2);
  Release release;
  const auto* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, release.minor);
  if (error != std::errc{}) return std::nullopt;
  const std::string_view rest(after, end);
  return rest.empty() || rest == ".0" ? std::optional(release) : std::nullopt;
}

/// The first thing in a type that an edition lacks.
std::optional<Feature> missing_in(const DType& dtype, const Edition& edition) {
  const bool nullable_struct = dtype.is(Kind::structure) && dtype.nullable();
  if (nullable_struct && !edition.has(Feature::nullable_struct)) return Feature::nullable_struct;
  const auto feature = feature_of(dtype);
  return feature && !edition.has(*feature) ? feature : std::nullopt;
}

Result<void> check(const DType& dtype, const Edition& edition, const std::string& name) {
  if (const auto feature = missing_in(dtype, edition)) {
    const auto needed = to_text(first_reader_of(*feature));
    return fail(Code::unsupported,
                "column {}: {} needs release {} or later, and this file is for {}; --edition {} "
                "allows it",
                name.empty() ? "value" : name, to_text(*feature), needed, edition.name, needed);
  }
  const auto inner = [&](std::string_view field) {
    return name.empty() ? std::string(field) : fmt::format("{}.{}", name, field);
  };
  switch (dtype.kind()) {
    case Kind::structure:
      for (std::size_t i = 0; i < dtype.field_count(); ++i)
        GYRE_TRY(check(dtype.field(i), edition, inner(dtype.field_name(i))));
      return {};
    case Kind::list:
    case Kind::fixed_size_list: return check(dtype.element(), edition, name);
    case Kind::map:
      GYRE_TRY(check(dtype.key(), edition, inner("key")));
      return check(dtype.value(), edition, inner("value"));
    case Kind::extension: return check(dtype.storage(), edition, name);
    case Kind::variant:
      return fail(Code::unsupported, "column {}: variants cannot be written",
                  name.empty() ? "value" : name);
    case Kind::null:
    case Kind::boolean:
    case Kind::primitive:
    case Kind::decimal:
    case Kind::utf8:
    case Kind::binary: return {};
  }
  return {};
}

}  // namespace

std::string to_text(Release release) { return fmt::format("0.{}.0", release.minor); }

Release first_reader_of(Feature feature) { return row_of(feature).first; }
std::string_view to_text(Feature feature) { return row_of(feature).text; }

std::optional<Release> first_reader_of_encoding(std::string_view id) {
  return first_in(encodings, id);
}
std::optional<Release> first_reader_of_layout(std::string_view id) { return first_in(layouts, id); }

std::optional<Feature> feature_of(const DType& dtype) {
  switch (dtype.kind()) {
    case Kind::decimal:
      return dtype.precision() > 38 ? std::optional(Feature::wide_decimal) : std::nullopt;
    case Kind::fixed_size_list: return Feature::fixed_size_list;
    case Kind::map: return Feature::map;
    case Kind::variant: return Feature::variant;
    case Kind::extension:
      if (dtype.extension_id() == "vortex.uuid") return Feature::uuid;
      if (dtype.extension_id() == "vortex.json") return Feature::json;
      return std::nullopt;
    case Kind::structure:
    case Kind::list:
    case Kind::null:
    case Kind::boolean:
    case Kind::primitive:
    case Kind::utf8:
    case Kind::binary: return std::nullopt;
  }
  return std::nullopt;
}

ArrayForms Edition::forms() const {
  return {.fsst_code_buffer = has(Feature::fsst_code_buffer),
          .narrow_decimal_parts = has(Feature::narrow_decimal_parts),
          .f16_scalars = has(Feature::f16_scalar)};
}

Result<Edition> parse_edition(std::string_view text) {
  if (const auto* row = find(editions, text)) return Edition{std::string(text), row->first};
  const auto release = parse_release(text);
  if (release && *release >= first_release) return Edition{to_text(*release), *release};
  if (release)
    return fail(Code::invalid_argument, "files for readers before {} cannot be written",
                to_text(first_release));
  std::string names;
  for (const auto& row : editions) names += fmt::format(", {}", row.id);
  return fail(Code::invalid_argument, "no edition is called '{}'; a release is one (0.60.0){}",
              text, names);
}

EncodingTable permitted(const EncodingTable& table, const Edition& edition) {
  std::vector<const Encoding*> rows;
  for (const auto* row : table.rows()) {
    const auto first = first_reader_of_encoding(row->id);
    if (first && *first <= edition.oldest_reader) rows.push_back(row);
  }
  return EncodingTable(rows);
}

Result<void> check_writable(const DType& root, const Edition& edition) {
  return check(root, edition, "");
}

}  // namespace gyre
