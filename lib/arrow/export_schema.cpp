#include <memory>
#include <string>
#include <vector>

#include "arrow/detail/exports_as_map.hpp"
#include "arrow/export.hpp"
#include "arrow/uuid.hpp"
#include "base/words.hpp"
#include "dtype/temporal.hpp"
#include "dtype/text.hpp"

namespace gyre::arrow {
namespace {

/// What a schema node owns until it is released.
struct Owned {
  std::string format, name, metadata;
  std::vector<ArrowSchema> nodes;
  std::vector<ArrowSchema*> children;
};

void release(ArrowSchema* schema) {
  auto* owned = static_cast<Owned*>(schema->private_data);
  for (auto& child : owned->nodes)
    if (child.release) child.release(&child);
  delete owned;
  schema->release = nullptr;
}

std::string_view primitive_format(PType ptype) {
  constexpr std::string_view formats[] = {"C", "S", "I", "L", "c", "s", "i", "l", "e", "f", "g"};
  return formats[static_cast<std::size_t>(ptype)];
}

std::string temporal_format(const Temporal& temporal) {
  constexpr std::string_view units[] = {"n", "u", "m", "s"};
  if (temporal.what == Temporal::What::date) return temporal.unit == TimeUnit::days ? "tdD" : "tdm";
  const auto unit = units[static_cast<std::size_t>(temporal.unit)];
  if (temporal.what == Temporal::What::time) return fmt::format("tt{}", unit);
  return fmt::format("ts{}:{}", unit, temporal.zone);
}

Result<std::string> format_of(const DType& dtype) {
  switch (dtype.kind()) {
    case Kind::null: return "n";
    case Kind::boolean: return "b";
    case Kind::primitive: return std::string(primitive_format(dtype.ptype()));
    case Kind::decimal:
      return word_bytes(dtype) == 16 ? fmt::format("d:{},{}", dtype.precision(), dtype.scale())
                                     : fmt::format("d:{},{},256", dtype.precision(), dtype.scale());
    case Kind::utf8: return "vu";
    case Kind::binary: return "vz";
    case Kind::structure: return "+s";
    case Kind::list: return "+L";
    case Kind::fixed_size_list: return fmt::format("+w:{}", dtype.list_size());
    case Kind::map: return exports_as_map(dtype) ? "+m" : "+L";
    case Kind::extension:
    case Kind::variant: break;
  }
  return fail(Code::unsupported, "Arrow has no type for {}", to_text(dtype));
}

/// Key-value metadata as the C data interface stores it: counts and lengths as native 32-bit integers.
std::string extension_metadata(std::string_view id) {
  const std::string_view name = id == uuid_id         ? "arrow.uuid"
                                : id == "vortex.json" ? "arrow.json"
                                                      : "";
  if (name.empty()) return {};
  std::string bytes;
  const auto put = [&](std::string_view text) {
    const auto size = static_cast<std::int32_t>(text.size());
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes.append(text);
  };
  const std::int32_t pairs = 1;
  bytes.append(reinterpret_cast<const char*>(&pairs), sizeof pairs);
  put("ARROW:extension:name");
  put(name);
  return bytes;
}

std::int64_t flags_of(const DType& dtype) {
  const bool is_sorted = dtype.is(Kind::map) && dtype.keys_sorted();
  return (dtype.nullable() ? nullable : 0) | (is_sorted ? map_keys_sorted : 0);
}

struct Field {
  std::string name;
  DType dtype;
};

std::vector<Field> fields_of(const DType& dtype) {
  std::vector<Field> fields;
  for (std::size_t i = 0; i < dtype.field_count(); ++i)
    fields.push_back({std::string(dtype.field_name(i)), dtype.field(i)});
  return fields;
}

std::vector<Field> children_of(const DType& dtype) {
  switch (dtype.kind()) {
    case Kind::structure: return fields_of(dtype);
    case Kind::list:
    case Kind::fixed_size_list: return {{"item", dtype.element()}};
    case Kind::map:
      return {{"entries", DType::structure({{"key", dtype.key()}, {"value", dtype.value()}})}};
    default: return {};
  }
}

Result<void> export_field(const DType& dtype, std::string name, ArrowSchema& out) {
  auto owned = std::make_unique<Owned>();
  const DType* shown = &dtype;
  while (shown->is(Kind::extension)) {
    if (const auto temporal = temporal_of(*shown)) {
      owned->format = temporal_format(*temporal);
      break;
    }
    if (is_uuid(*shown)) owned->format = "w:16";
    owned->metadata = extension_metadata(shown->extension_id());
    if (!owned->format.empty()) break;
    shown = &shown->storage();
  }
  if (owned->format.empty()) owned->format = GYRE_TRY(format_of(*shown));
  owned->name = std::move(name);
  auto children = shown->is(Kind::extension) ? std::vector<Field>{} : children_of(*shown);
  owned->nodes.resize(children.size());
  out = {owned->format.c_str(),
         owned->name.c_str(),
         owned->metadata.empty() ? nullptr : owned->metadata.data(),
         flags_of(*shown),
         0,
         nullptr,
         nullptr,
         release,
         nullptr};
  auto& kept = *owned;
  out.private_data = owned.release();
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (auto exported = export_field(children[i].dtype, std::move(children[i].name), kept.nodes[i]);
        !exported) {
      out.release(&out);
      return exported;
    }
  }
  for (auto& node : kept.nodes) kept.children.push_back(&node);
  out.n_children = static_cast<std::int64_t>(kept.nodes.size());
  out.children = kept.children.data();
  return {};
}

}  // namespace

Result<void> export_schema(const DType& schema, ArrowSchema& out) {
  return export_field(schema, "", out);
}

}  // namespace gyre::arrow
