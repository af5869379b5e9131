#include <algorithm>
#include <map>
#include <set>

#include "base/utf8.hpp"
#include "dtype/text.hpp"
#include "rows/detail/proto_syntax.hpp"
#include "rows/proto_text.hpp"

namespace gyre {
namespace {

using Form = RowField::Form;

constexpr unsigned depth_limit = 64;
/// Of all messages of a row, where one that stands in several places counts each time.
constexpr std::size_t most_fields = 65'536;

std::optional<ProtoType> scalar_type(std::string_view name) {
  for (auto i = 0U; i < static_cast<unsigned>(ProtoType::message); ++i)
    if (name == name_of(static_cast<ProtoType>(i))) return static_cast<ProtoType>(i);
  return std::nullopt;
}

DType natural_dtype(ProtoType type) {
  switch (type) {
    case ProtoType::int32:
    case ProtoType::sint32:
    case ProtoType::sfixed32: return DType::primitive(PType::i32);
    case ProtoType::int64:
    case ProtoType::sint64:
    case ProtoType::sfixed64: return DType::primitive(PType::i64);
    case ProtoType::uint32:
    case ProtoType::fixed32: return DType::primitive(PType::u32);
    case ProtoType::uint64:
    case ProtoType::fixed64: return DType::primitive(PType::u64);
    case ProtoType::boolean: return DType::boolean();
    case ProtoType::float32: return DType::primitive(PType::f32);
    case ProtoType::float64: return DType::primitive(PType::f64);
    case ProtoType::string: return DType::utf8();
    default: return DType::binary();
  }
}

/// What a comment says: the column's name, if it has one, and its type.
struct Comment {
  std::optional<std::string> name;
  DType dtype;
};

int hex_digit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/// A name in quotes, taken off the front with the colon behind it.
std::optional<std::string> take_name(std::string_view& text) {
  std::string name;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') {
      if (!text.substr(i + 1).starts_with(':') || !is_utf8(name)) return std::nullopt;
      text.remove_prefix(i + 2);
      return name;
    }
    if (text[i] != '\\') {
      name.push_back(text[i]);
    } else if (text.substr(i + 1).starts_with('x') && i + 3 < text.size()) {
      const int high = hex_digit(text[i + 2]), low = hex_digit(text[i + 3]);
      if (high < 0 || low < 0) return std::nullopt;
      name.push_back(static_cast<char>(high * 16 + low));
      i += 3;
    } else if (i + 1 < text.size()) {
      name.push_back(text[++i]);
    }
  }
  return std::nullopt;
}

std::optional<Comment> parse_comment(std::string_view text) {
  Comment comment;
  if (text.starts_with('"')) {
    comment.name = take_name(text);
    if (!comment.name) return std::nullopt;
  }
  auto dtype = parse_dtype(text);
  if (!dtype) return std::nullopt;
  comment.dtype = *std::move(dtype);
  return comment;
}

/// The type of a list whose elements have turned out to be these.
DType list_like(const DType& list, const RowField& element) {
  if (list.is(Kind::fixed_size_list))
    return DType::fixed_size_list(element.dtype, list.list_size());
  if (list.is(Kind::map))
    return DType::map(element.children[0].dtype, element.children[1].dtype, list.keys_sorted());
  return DType::list(element.dtype);
}

class Resolver {
 public:
  explicit Resolver(const ProtoFile& file) : file_(file) {}

  Result<RowSchema> row() {
    const auto& message = *GYRE_TRY(row_message());
    RowSchema schema;
    schema.fields = GYRE_TRY(fields_of(message, 0));
    schema.dtype = struct_of(schema.fields, false);
    return schema;
  }

 private:
  /// What a type's name means: a scalar, or a message.
  struct Meaning {
    ProtoType type;
    const ProtoMessage* message = nullptr;
  };

  template <class... Args>
  static std::unexpected<Error> wrong(const ProtoField& field, fmt::format_string<Args...> text,
                                      Args&&... args) {
    return fail(Code::invalid_argument, "line {}: field {}: {}", field.line, field.name,
                fmt::format(text, std::forward<Args>(args)...));
  }

  static DType struct_of(const std::vector<RowField>& fields, bool nullable) {
    std::vector<DType::Field> columns;
    for (const auto& field : fields) columns.push_back({field.name, field.dtype});
    return DType::structure(std::move(columns), nullable);
  }

  Result<const ProtoMessage*> row_message() const {
    const auto& tops = file_.root->messages;
    for (const auto& top : tops)
      if (top->name == "Row") return top.get();
    std::set<const ProtoMessage*> held;
    for (const auto& top : tops) add_held(*top, held);
    const ProtoMessage* row = nullptr;
    for (const auto& top : tops) {
      if (held.contains(top.get())) continue;
      if (row)
        return fail(Code::invalid_argument,
                    "messages {} and {}: which one is a row? It should be called Row", row->name,
                    top->name);
      row = top.get();
    }
    if (!row) return fail(Code::invalid_argument, "there is no message Row");
    return row;
  }

  void add_held(const ProtoMessage& message, std::set<const ProtoMessage*>& held) const {
    for (const auto& field : message.fields)
      for (const auto* name : {&field.type, &field.value_type})
        if (const auto meaning = find(*name, message); meaning && meaning->message)
          held.insert(meaning->message);
    for (const auto& inner : message.messages) add_held(*inner, held);
  }

  std::optional<Meaning> find_below(std::string_view name, const ProtoMessage& scope) const {
    const auto point = name.find('.');
    const auto first = name.substr(0, point);
    for (const auto& message : scope.messages)
      if (message->name == first)
        return point == std::string_view::npos ? Meaning{ProtoType::message, message.get()}
                                               : find_below(name.substr(point + 1), *message);
    if (std::ranges::find(scope.enums, name) != scope.enums.end())
      return Meaning{ProtoType::int32, nullptr};
    return std::nullopt;
  }

  std::optional<Meaning> find(std::string_view name, const ProtoMessage& scope) const {
    if (const auto type = scalar_type(name)) return Meaning{*type, nullptr};
    if (!name.starts_with('.'))
      for (const auto* at = &scope; at; at = at->outer)
        if (const auto found = find_below(name, *at)) return found;
    if (name.starts_with('.')) name.remove_prefix(1);
    if (const auto& package = file_.package; !package.empty() && name.starts_with(package) &&
                                             name.substr(package.size()).starts_with('.'))
      name.remove_prefix(package.size() + 1);
    return find_below(name, *file_.root);
  }

  Result<Meaning> meaning_of(const std::string& name, const ProtoField& field,
                             const ProtoMessage& scope) const {
    const auto meaning = find(name, scope);
    if (!meaning) return wrong(field, "there is no type {} in this file", name);
    return *meaning;
  }

  Result<std::vector<RowField>> fields_of(const ProtoMessage& message, unsigned depth) {
    if (depth == depth_limit)
      return fail(Code::invalid_argument, "message {}: nested deeper than {}, or in itself",
                  message.name, depth_limit);
    std::vector<RowField> fields;
    std::set<unsigned> numbers;
    for (const auto& field : message.fields) {
      if (!numbers.insert(field.number).second)
        return wrong(field, "number {} is another field's too", field.number);
      if (++count_ > most_fields) return wrong(field, "a row has over {} fields", most_fields);
      fields.push_back(GYRE_TRY(field_of(field, message, depth)));
    }
    return fields;
  }

  Result<RowField> field_of(const ProtoField& field, const ProtoMessage& scope, unsigned depth) {
    if (const auto comment = parse_comment(field.comment)) {
      auto wanted = row_field_of(comment->dtype, false);
      if (wanted && GYRE_TRY(fits(*wanted, field, scope, depth))) {
        wanted->name = comment->name.value_or(field.name);
        return *std::move(wanted);
      }
    }
    return natural(field, scope, depth);
  }

  /// Whether a field has the form that its type wants; takes the fields of structs, and their types, from messages.
  Result<bool> fits(RowField& wanted, const ProtoField& field, const ProtoMessage& scope,
                    unsigned depth) {
    const bool is_list = wanted.form == Form::list;
    if (field.is_repeated != is_list || !field.value_type.empty()) return false;
    if (!is_list && field.is_optional != wanted.dtype.nullable()) return false;
    wanted.name = wanted.identifier = field.name;
    wanted.number = field.number;
    const auto meaning = GYRE_TRY(meaning_of(field.type, field, scope));
    auto& carrier = is_list ? wanted.children.front() : wanted;
    if (carrier.type != meaning.type) return false;
    if (meaning.message && !GYRE_TRY(message_fits(carrier, *meaning.message, depth + 1)))
      return false;
    if (is_list && meaning.message) wanted.dtype = list_like(wanted.dtype, carrier);
    return true;
  }

  Result<bool> message_fits(RowField& carrier, const ProtoMessage& message, unsigned depth) {
    if (depth == depth_limit) return false;
    if (carrier.form == Form::structure && carrier.children.empty()) {
      carrier.children = GYRE_TRY(fields_of(message, depth));
    } else {
      if (carrier.children.size() != message.fields.size()) return false;
      for (std::size_t i = 0; i < carrier.children.size(); ++i) {
        if (++count_ > most_fields)
          return wrong(message.fields[i], "a row has over {} fields", most_fields);
        if (carrier.children[i].number != message.fields[i].number ||
            !GYRE_TRY(fits(carrier.children[i], message.fields[i], message, depth)))
          return false;
      }
    }
    const auto& inner = carrier.children;
    if (carrier.form == Form::structure) carrier.dtype = struct_of(inner, carrier.dtype.nullable());
    if (carrier.form == Form::item) carrier.dtype = inner[0].dtype;
    if (carrier.form == Form::optional_list) carrier.dtype = inner[0].dtype.with_nullable(true);
    return true;
  }

  Result<RowField> natural_value(const std::string& type, bool nullable, const ProtoField& field,
                                 const ProtoMessage& scope, unsigned depth) {
    const auto meaning = GYRE_TRY(meaning_of(type, field, scope));
    RowField value{field.name, field.name, field.number, {}, Form::value, meaning.type, {}};
    if (meaning.message) {
      value.form = Form::structure;
      value.children = GYRE_TRY(fields_of(*meaning.message, depth + 1));
      value.dtype = struct_of(value.children, nullable);
    } else {
      value.dtype = natural_dtype(meaning.type).with_nullable(nullable);
    }
    return value;
  }

  Result<RowField> natural(const ProtoField& field, const ProtoMessage& scope, unsigned depth) {
    const bool is_message = GYRE_TRY(meaning_of(field.type, field, scope)).message != nullptr;
    const bool nullable = !field.is_repeated && (field.is_optional || is_message);
    auto value = GYRE_TRY(natural_value(field.type, nullable, field, scope, depth));
    if (!field.is_repeated) return value;
    RowField list{field.name, field.name, field.number, {}, Form::list, ProtoType::message, {}};
    list.dtype = DType::list(value.dtype);
    if (!field.value_type.empty()) {
      value.name = "key";
      value.number = 1;
      auto mapped = GYRE_TRY(natural_value(field.value_type, false, field, scope, depth));
      mapped.name = "value";
      mapped.number = 2;
      list.dtype = DType::map(value.dtype, mapped.dtype, false);
      RowField entry{{}, {}, 0, {}, Form::structure, ProtoType::message, {}};
      entry.children.push_back(std::move(value));
      entry.children.push_back(std::move(mapped));
      entry.dtype = struct_of(entry.children, false);
      value = std::move(entry);
    }
    list.children.push_back(std::move(value));
    return list;
  }

  const ProtoFile& file_;
  std::size_t count_ = 0;
};

}  // namespace

Result<RowSchema> parse_proto(std::string_view text) {
  const auto file = GYRE_TRY(parse_proto_file(text));
  return Resolver(file).row();
}

}  // namespace gyre
