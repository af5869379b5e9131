#include "rows/row_schema.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "dtype/text.hpp"

namespace gyre {
namespace {

using Form = RowField::Form;

constexpr std::array<std::string_view, 16> type_names{
    "int32",    "int64",    "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64",
    "sfixed32", "sfixed64", "bool",   "float",  "double", "string", "bytes",   "message"};

/// Protobuf keeps these numbers for itself.
constexpr unsigned first_reserved = 19'000, last_reserved = 19'999;
/// What a message of 65,535 bytes can hold, at a byte for a field.
constexpr std::size_t most_fields = 32'767;

bool is_fixed_bytes(const DType& physical) {
  return physical.is(Kind::fixed_size_list) &&
         physical.element() == DType::primitive(PType::u8, false);
}

bool is_list(const DType& physical) {
  return physical.is(Kind::list) || physical.is(Kind::map) ||
         (physical.is(Kind::fixed_size_list) && !is_fixed_bytes(physical));
}

ProtoType number_type(PType ptype) {
  switch (ptype) {
    case PType::u8:
    case PType::u16:
    case PType::u32: return ProtoType::uint32;
    case PType::u64: return ProtoType::uint64;
    case PType::i64: return ProtoType::sint64;
    case PType::f16:
    case PType::f32: return ProtoType::float32;
    case PType::f64: return ProtoType::float64;
    default: return ProtoType::sint32;
  }
}

ProtoType value_type(const DType& physical) {
  switch (physical.kind()) {
    case Kind::primitive: return number_type(physical.ptype());
    case Kind::decimal:
    case Kind::utf8: return ProtoType::string;
    case Kind::binary:
    case Kind::fixed_size_list: return ProtoType::bytes;
    default: return ProtoType::boolean;
  }
}

/// Whether the name may stand in a .proto.
bool is_identifier(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto rest = [&](char c) { return letter(c) || (c >= '0' && c <= '9'); };
  return !name.empty() && letter(name.front()) && std::ranges::all_of(name, rest);
}

/// Names that are equal but for case and underscores collide in JSON or in generated code.
std::string name_key(std::string_view name) {
  std::string key;
  for (const char c : name)
    if (c != '_') key.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
  return key;
}

void choose_identifiers(std::vector<RowField>& fields) {
  std::set<std::string> taken;
  for (auto& field : fields)
    if (is_identifier(field.name) && taken.insert(name_key(field.name)).second)
      field.identifier = field.name;
  for (auto& field : fields) {
    if (!field.identifier.empty()) continue;
    auto name = fmt::format("field_{}", field.number);
    while (!taken.insert(name_key(name)).second) name.push_back('x');
    field.identifier = std::move(name);
  }
}

Result<std::vector<RowField>> fields_of(const DType& structure) {
  if (structure.field_count() > most_fields)
    return fail(Code::unsupported, "{} fields, but a row holds at most {}", structure.field_count(),
                most_fields);
  std::vector<RowField> fields;
  unsigned number = 1;
  for (std::size_t i = 0; i < structure.field_count(); ++i, ++number) {
    if (number == first_reserved) number = last_reserved + 1;
    const auto name = structure.field_name(i);
    auto field = GYRE_TRY(within(row_field_of(structure.field(i), false), "column {}", name));
    field.name = name;
    field.number = number;
    fields.push_back(std::move(field));
  }
  choose_identifiers(fields);
  return fields;
}

RowField around(DType dtype, Form form, RowField inner) {
  inner.identifier = inner.name = "value";
  inner.number = 1;
  RowField outer{{}, {}, 0, std::move(dtype), form, ProtoType::message, {}};
  outer.children.push_back(std::move(inner));
  return outer;
}

Result<RowField> list_of(const DType& dtype) {
  RowField list{{}, {}, 0, dtype, Form::list, ProtoType::message, {}};
  const auto& physical = dtype.physical();
  if (physical.is(Kind::map)) {
    const auto entry = DType::structure({{"key", physical.key()}, {"value", physical.value()}});
    list.children.push_back(GYRE_TRY(row_field_of(entry, true)));
  } else {
    list.children.push_back(GYRE_TRY(row_field_of(physical.element(), true)));
  }
  return list;
}

/// Values of all lists of fixed size inside of one another; 0 where they are too many for a row.
std::uint64_t fixed_values(const DType& dtype) {
  const auto& physical = dtype.physical();
  if (!physical.is(Kind::fixed_size_list)) return 1;
  const auto inner = fixed_values(physical.element());
  const auto all = inner * std::max<std::uint64_t>(physical.list_size(), 1);
  return all <= most_row_bytes ? all : 0;
}

/// Its text is one line and tells all of the type.
Result<void> check_text(const DType& dtype) {
  const auto text = to_text(dtype);
  const auto again = parse_dtype(text);
  const bool one_line = std::ranges::all_of(text, [](char c) { return c >= ' ' || c < 0; });
  if (!one_line || !again || *again != dtype)
    return fail(Code::unsupported, "{} has no form in rows", text);
  return {};
}

}  // namespace

std::string_view name_of(ProtoType type) { return type_names[static_cast<std::size_t>(type)]; }

Result<RowField> row_field_of(const DType& dtype, bool is_element) {
  const auto& physical = dtype.physical();
  const bool listed = is_list(physical);
  if (dtype.is(Kind::extension)) GYRE_TRY(check_text(dtype));
  if (physical.is(Kind::variant) ||
      (dtype.is(Kind::extension) && (listed || physical.is(Kind::structure))))
    return fail(Code::unsupported, "{} has no form in rows", to_text(dtype));
  // Digits and zeros behind them are read back up to so many.
  if (physical.is(Kind::decimal) && static_cast<int>(physical.precision()) - physical.scale() > 76)
    return fail(Code::unsupported, "{} has no form in rows", to_text(dtype));
  if (fixed_values(dtype) == 0)
    return fail(Code::unsupported, "{} does not fit a row of {} bytes", to_text(dtype),
                most_row_bytes);
  if (is_element && (dtype.nullable() || listed))
    return around(dtype, Form::item, GYRE_TRY(row_field_of(dtype, false)));
  if (listed && dtype.nullable())
    return around(dtype, Form::optional_list, GYRE_TRY(list_of(dtype.with_nullable(false))));
  if (listed) return list_of(dtype);
  RowField field{{}, {}, 0, dtype, Form::value, value_type(physical), {}};
  if (physical.is(Kind::structure)) {
    field.form = Form::structure;
    field.type = ProtoType::message;
    field.children = GYRE_TRY(fields_of(physical));
  }
  return field;
}

Result<RowSchema> row_schema_of(const DType& columns) {
  auto fields = GYRE_TRY(fields_of(columns));
  return RowSchema{columns, std::move(fields), false};
}

}  // namespace gyre
