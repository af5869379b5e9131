#include "arrow/detail/import_type.hpp"

#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "arrow/uuid.hpp"
#include "base/words.hpp"
#include "dtype/temporal.hpp"

namespace gyre::arrow {
namespace {

/// Types inside types; Arrow's own readers stop far below.
constexpr unsigned deepest_type = 128;

Result<ImportType> type_of(const ArrowSchema& schema, unsigned depth);

/// The extension's name in a field's metadata; empty where there is none.
std::string_view extension_name(const char* metadata) {
  if (!metadata) return {};
  const auto number = [&] {
    std::int32_t value = 0;
    std::memcpy(&value, metadata, sizeof value);
    metadata += sizeof value;
    return value;
  };
  const auto text = [&] {
    const auto size = std::max(number(), 0);
    const std::string_view found(metadata, static_cast<std::size_t>(size));
    metadata += size;
    return found;
  };
  for (auto pairs = number(); pairs > 0; --pairs) {
    const auto key = text();
    const auto value = text();
    if (key == "ARROW:extension:name") return value;
  }
  return {};
}

std::unexpected<Error> malformed(std::string_view format) {
  return fail(Code::corrupt, "malformed Arrow type '{}'", format);
}

std::unexpected<Error> lacking(std::string_view what) {
  return fail(Code::unsupported, "Vortex has no type for Arrow's {}", what);
}

template <class T>
std::optional<T> parse_number(std::string_view text) {
  T value{};
  const auto* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return value;
}

ImportType words(DType dtype) {
  ImportType type{.form = Form::words, .dtype = std::move(dtype)};
  type.width = word_bytes(type.dtype.physical());
  return type;
}

std::optional<PType> ptype_of(char format) {
  constexpr std::string_view formats = "CSILcsilefg";
  const auto at = formats.find(format);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<PType>(at);
}

Result<ImportType> decimal_type(std::string_view format, bool is_nullable) {
  const auto parameters = format.substr(2);
  const auto comma = parameters.find(',');
  if (comma == std::string_view::npos) return malformed(format);
  const auto behind = parameters.find(',', comma + 1);
  const auto precision = parse_number<unsigned>(parameters.substr(0, comma));
  const auto scale = parse_number<int>(parameters.substr(comma + 1, behind - comma - 1));
  const auto bits = behind == std::string_view::npos
                        ? std::optional(128u)
                        : parse_number<unsigned>(parameters.substr(behind + 1));
  if (!precision || !scale || !bits || (*bits != 32 && *bits != 64 && *bits != 128 && *bits != 256))
    return malformed(format);
  if (*precision < 1 || *precision > 76 || *scale < -128 || *scale > static_cast<int>(*precision))
    return lacking(fmt::format("decimal({}, {})", *precision, *scale));
  ImportType type{.form = Form::decimal,
                  .width = *bits / 8,
                  .dtype = DType::decimal(*precision, *scale, is_nullable)};
  if (type.width == word_bytes(type.dtype)) type.form = Form::words;
  return type;
}

std::optional<TimeUnit> unit_of(char letter) {
  constexpr std::string_view letters = "numsD";
  const auto at = letters.find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<TimeUnit>(at);
}

Result<ImportType> temporal_type(std::string_view format, bool is_nullable) {
  if (format.starts_with("tD")) return lacking("duration");
  if (format.starts_with("ti")) return lacking("interval");
  if (format.size() < 3) return malformed(format);
  const auto unit = unit_of(format[2]);
  if (!unit) return malformed(format);
  if (format == "tdD" || format == "tdm")
    return words(temporal_dtype({Temporal::What::date, *unit, {}}, is_nullable));
  if (*unit == TimeUnit::days) return malformed(format);
  if (format.starts_with("tt") && format.size() == 3)
    return words(temporal_dtype({Temporal::What::time, *unit, {}}, is_nullable));
  if (!format.starts_with("ts") || format.size() < 4 || format[3] != ':') return malformed(format);
  const std::string zone(format.substr(4));
  if (zone.size() > 0xffff) return lacking("time zones of so long a name");
  return words(temporal_dtype({Temporal::What::timestamp, *unit, zone}, is_nullable));
}

Result<ImportType> child_of(const ArrowSchema& schema, std::int64_t index, unsigned depth) {
  const auto* child = schema.children ? schema.children[index] : nullptr;
  if (!child) return malformed(schema.format);
  auto type = type_of(*child, depth + 1);
  return within(std::move(type), "{}", child->name ? child->name : "");
}

Result<ImportType> struct_type(const ArrowSchema& schema, bool is_nullable, unsigned depth) {
  ImportType type{.form = Form::structure};
  std::vector<DType::Field> fields;
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    auto child = GYRE_TRY(child_of(schema, i, depth));
    fields.push_back({child.name, child.dtype});
    type.children.push_back(std::move(child));
  }
  type.dtype = DType::structure(std::move(fields), is_nullable);
  return type;
}

Result<ImportType> map_type(const ArrowSchema& schema, bool is_nullable, unsigned depth) {
  auto entries = GYRE_TRY(child_of(schema, 0, depth));
  if (entries.form != Form::structure || entries.children.size() != 2)
    return malformed(schema.format);
  auto& key = entries.children[0].dtype;
  key = key.with_nullable(false);
  ImportType type{.form = Form::list, .width = 4};
  type.dtype = DType::map(key, entries.children[1].dtype, (schema.flags & map_keys_sorted) != 0,
                          is_nullable);
  entries.dtype = DType::structure({{"key", key}, {"value", entries.children[1].dtype}});
  type.children.push_back(std::move(entries));
  return type;
}

Result<ImportType> nested_type(const ArrowSchema& schema, std::string_view format, bool is_nullable,
                               unsigned depth) {
  if (format == "+s") return struct_type(schema, is_nullable, depth);
  if (format.starts_with("+u")) return lacking("union");
  if (format == "+r") {
    if (schema.n_children != 2) return malformed(format);
    const auto ends = GYRE_TRY(child_of(schema, 0, depth));
    auto values = GYRE_TRY(child_of(schema, 1, depth));
    if (!ends.dtype.is(Kind::primitive) || !is_signed(ends.dtype.ptype()) || ends.width == 1)
      return malformed(format);
    ImportType type{.form = Form::run_ends, .width = ends.width};
    type.dtype = values.dtype.with_nullable(is_nullable || values.dtype.nullable());
    type.children.push_back(std::move(values));
    return type;
  }
  if (schema.n_children != 1) return malformed(format);
  if (format == "+m") return map_type(schema, is_nullable, depth);
  auto element = GYRE_TRY(child_of(schema, 0, depth));
  ImportType type;
  if (format == "+l" || format == "+L") {
    type = {.form = Form::list, .width = format == "+l" ? 4u : 8u};
  } else if (format == "+vl" || format == "+vL") {
    type = {.form = Form::list_view, .width = format == "+vl" ? 4u : 8u};
  } else if (format.starts_with("+w:")) {
    const auto size = parse_number<std::uint32_t>(format.substr(3));
    if (!size) return malformed(format);
    type = {.form = Form::fixed_list};
    type.dtype = DType::fixed_size_list(element.dtype, *size, is_nullable);
  } else {
    return malformed(format);
  }
  if (type.form != Form::fixed_list) type.dtype = DType::list(element.dtype, is_nullable);
  type.children.push_back(std::move(element));
  return type;
}

ImportType text_type(std::string_view format, bool is_nullable) {
  ImportType type{.form = Form::text, .width = 4};
  if (format.front() == 'v') type.form = Form::text_view;
  if (format == "U" || format == "Z") type.width = 8;
  const bool is_utf8 = format == "u" || format == "U" || format == "vu";
  type.dtype = is_utf8 ? DType::utf8(is_nullable) : DType::binary(is_nullable);
  return type;
}

Result<ImportType> plain_type(const ArrowSchema& schema, unsigned depth) {
  const std::string_view format = schema.format;
  const bool is_nullable = (schema.flags & nullable) != 0;
  if (format.empty()) return malformed(format);
  if (format == "n") return ImportType{.form = Form::null};
  if (format == "b") return ImportType{.form = Form::boolean, .dtype = DType::boolean(is_nullable)};
  if (format.size() == 1)
    if (const auto ptype = ptype_of(format.front()))
      return words(DType::primitive(*ptype, is_nullable));
  if (format == "u" || format == "U" || format == "z" || format == "Z" || format == "vu" ||
      format == "vz")
    return text_type(format, is_nullable);
  if (format.starts_with("w:")) {
    const auto size = parse_number<std::uint32_t>(format.substr(2));
    if (!size) return malformed(format);
    return ImportType{
        .form = Form::fixed_text, .width = *size, .dtype = DType::binary(is_nullable)};
  }
  if (format.starts_with("d:")) return decimal_type(format, is_nullable);
  if (format.front() == 't') return temporal_type(format, is_nullable);
  if (format.front() == '+') return nested_type(schema, format, is_nullable, depth);
  return malformed(format);
}

Result<ImportType> dictionary_type(const ArrowSchema& schema, unsigned depth) {
  auto values = GYRE_TRY(type_of(*schema.dictionary, depth + 1));
  const std::string_view format = schema.format;
  const auto ptype = format.size() == 1 ? ptype_of(format.front()) : std::nullopt;
  if (!ptype || !is_integer(*ptype)) return malformed(format);
  ImportType type{.form = Form::dictionary, .width = byte_width(*ptype)};
  type.signed_codes = is_signed(*ptype);
  type.dtype = values.dtype.with_nullable((schema.flags & nullable) != 0);
  // A dictionary may hold a null that no row uses.
  values.dtype = values.dtype.with_nullable(true);
  type.children.push_back(std::move(values));
  return type;
}

/// An extension that Vortex knows too; others are what stores them.
void apply_extension(std::string_view name, ImportType& type) {
  if (name == "arrow.json" && type.dtype.is(Kind::utf8))
    type.dtype = DType::extension("vortex.json", type.dtype, {});
  if (name == "arrow.uuid" && type.form == Form::fixed_text && type.width == uuid_bytes) {
    type.form = Form::uuid;
    type.dtype = uuid_dtype(type.dtype.nullable());
  }
}

Result<ImportType> type_of(const ArrowSchema& schema, unsigned depth) {
  if (depth > deepest_type)
    return fail(Code::unsupported, "types are nested more than {} deep", deepest_type);
  if (!schema.format) return malformed("");
  auto type =
      GYRE_TRY(schema.dictionary ? dictionary_type(schema, depth) : plain_type(schema, depth));
  apply_extension(extension_name(schema.metadata), type);
  if (schema.name) type.name = schema.name;
  return type;
}

}  // namespace

Result<ImportType> import_type(const ArrowSchema& schema) { return type_of(schema, 0); }

}  // namespace gyre::arrow
