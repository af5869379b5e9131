#include "file/layout_place.hpp"

#include <fmt/core.h>

#include <vector>

#include "base/protobuf.hpp"
#include "layout/zone_map.hpp"

namespace gyre {
namespace {

const DType bits_dtype = DType::boolean();

void set_role(LayoutPlace& child, LayoutRole role) {
  child.label = name_of(role);
  if (child.role == LayoutRole::data) child.role = role;
}

/// An unsigned type that a protobuf field of the metadata names; nothing where it names no such type.
std::optional<DType> index_dtype(const LayoutView& node, bool nullable) {
  const auto metadata = ProtobufFields::parse(node.metadata());
  if (!metadata || metadata->number(1) > static_cast<std::uint64_t>(PType::u64))
    return std::nullopt;
  const auto nullable_codes = metadata->optional_number(2);
  return DType::primitive(static_cast<PType>(metadata->number(1)),
                          nullable_codes ? *nullable_codes != 0 : nullable);
}

void place_field(const LayoutPlace& parent, std::size_t index, LayoutPlace& child) {
  const auto& dtype = *parent.dtype;
  const bool has_validity =
      dtype.nullable() && parent.node.child_count() == dtype.field_count() + 1;
  if (has_validity && index == 0) {
    set_role(child, LayoutRole::validity);
    child.dtype = bits_dtype;
    return;
  }
  const auto field = has_validity ? index - 1 : index;
  if (field >= dtype.field_count()) return;
  child.label = dtype.field_name(field);
  child.dtype = dtype.field(field);
  if (child.role != LayoutRole::data) return;  // the fields of a zone table are no columns
  if (!child.column) child.column = field;
  child.field = std::make_shared<const FieldPath>(FieldPath{parent.field, dtype.field_name(field)});
}

void place_zones(const LayoutPlace& parent, std::size_t index, LayoutPlace& child) {
  if (index == 0) {
    child.label = "data";
    child.dtype = parent.dtype;
  } else if (index == 1) {
    set_role(child, LayoutRole::zones);
    if (auto zones = parent.dtype ? zone_layout(parent.node, *parent.dtype)
                                  : fail(Code::unsupported, "no dtype"))
      child.dtype = std::move(zones->table);
  }
}

void place_list_part(const LayoutPlace& parent, std::size_t index, LayoutPlace& child) {
  constexpr LayoutRole roles[] = {LayoutRole::elements, LayoutRole::offsets, LayoutRole::validity};
  if (index >= std::size(roles)) return;
  set_role(child, roles[index]);
  if (index == 0 && parent.dtype && parent.dtype->is(Kind::list))
    child.dtype = parent.dtype->element();
  if (index == 1) child.dtype = index_dtype(parent.node, false);
  if (index == 2) child.dtype = bits_dtype;
}

}  // namespace

std::string to_text(const FieldPathRef& path) {
  std::vector<std::string_view> names;
  for (const auto* at = path.get(); at; at = at->above.get()) names.push_back(at->name);
  std::string text;
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    if (!text.empty()) text.push_back('.');
    if (name->find_first_of(".\"") == std::string_view::npos && !name->empty()) {
      text += *name;
      continue;
    }
    text.push_back('"');
    for (const char c : *name) text.append(c == '"' ? 2 : 1, c);
    text.push_back('"');
  }
  return text;
}

std::string_view name_of(LayoutRole role) {
  switch (role) {
    case LayoutRole::data: return "data";
    case LayoutRole::validity: return "validity";
    case LayoutRole::codes: return "codes";
    case LayoutRole::values: return "values";
    case LayoutRole::zones: return "zones";
    case LayoutRole::elements: return "elements";
    case LayoutRole::offsets: return "offsets";
  }
  return "unknown";
}

std::string owner_text(const FieldPathRef& field, LayoutRole role) {
  auto out = field ? to_text(field) : "all columns";
  if (role != LayoutRole::data) out += fmt::format(" ({})", name_of(role));
  return out;
}

std::string layout_where(const LayoutPlace& place) {
  return place.field ? "layout of " + to_text(place.field) : "layout";
}

LayoutPlace root_place(const Footer& footer, bool has_dtype) {
  LayoutPlace root{.node = footer.layout, .dtype = {}, .field = {}, .column = {}, .label = "root"};
  if (!has_dtype) return root;
  root.dtype = footer.dtype;
  if (!is_table(footer.dtype)) {
    root.field = std::make_shared<const FieldPath>(FieldPath{nullptr, "value"});
    root.column = 0;
  }
  return root;
}

LayoutPlace child_place(const LayoutPlace& place, std::size_t index) {
  LayoutPlace child{.node = place.node.child(index),
                    .dtype = {},
                    .field = place.field,
                    .column = place.column,
                    .role = place.role,
                    .label = fmt::format("child {}", index),
                    .depth = place.depth + 1};
  const auto id = place.node.id();
  if (id == "vortex.struct") {
    if (place.dtype && place.dtype->is(Kind::structure)) place_field(place, index, child);
  } else if (id == "vortex.chunked") {
    child.label = fmt::format("chunk {}", index);
    child.dtype = place.dtype;
  } else if (id == "vortex.dict") {
    set_role(child, index == 0 ? LayoutRole::values : LayoutRole::codes);
    child.dtype = index == 0    ? place.dtype
                  : place.dtype ? index_dtype(place.node, place.dtype->nullable())
                                : std::nullopt;
  } else if (id == "vortex.stats" || id == "vortex.zoned") {
    place_zones(place, index, child);
  } else if (id == "vortex.list") {
    place_list_part(place, index, child);
  }
  return child;
}

}  // namespace gyre
