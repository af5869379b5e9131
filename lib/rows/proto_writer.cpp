#include <algorithm>
#include <vector>

#include "dtype/text.hpp"
#include "rows/proto_text.hpp"

namespace gyre {
namespace {

using Form = RowField::Form;

/// A name in quotes, on one line.
std::string quoted(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else if (c >= 0 && c < ' ') {
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    } else {
      out.push_back(c);
    }
  }
  return out + '"';
}

/// The type without the fields of its structs, which their messages tell.
DType outline(const DType& dtype) {
  switch (dtype.kind()) {
    case Kind::structure: return DType::structure({}, dtype.nullable());
    case Kind::list: return DType::list(outline(dtype.element()), dtype.nullable());
    case Kind::fixed_size_list:
      return DType::fixed_size_list(outline(dtype.element()), dtype.list_size(), dtype.nullable());
    case Kind::map:
      return DType::map(outline(dtype.key()), outline(dtype.value()), dtype.keys_sorted(),
                        dtype.nullable());
    default: return dtype;
  }
}

/// home_town as HomeTown.
std::string camel_case(std::string_view identifier) {
  std::string out;
  bool upper = true;
  for (const char c : identifier) {
    if (c == '_') {
      upper = true;
    } else {
      out.push_back(upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
      upper = false;
    }
  }
  return out.empty() || (out[0] >= '0' && out[0] <= '9') ? "Field" + out : out;
}

class ProtoWriter {
 public:
  std::string write(const RowSchema& schema) {
    out_ =
        "// The columns of a table. Each row is one Row behind its size in two bytes, the lower "
        "one first.\n"
        "// Comments behind fields tell exact types, and names of columns that are no names of "
        "fields.\n"
        "syntax = \"proto3\";\n\n";
    message("Row", schema.fields, 0);
    return std::move(out_);
  }

 private:
  void line(std::size_t depth, std::string_view text) {
    out_.append(2 * depth, ' ').append(text).push_back('\n');
  }

  void message(const std::string& name, const std::vector<RowField>& fields, std::size_t depth) {
    line(depth, fmt::format("message {} {{", name));
    outer_.push_back(name);
    std::vector<std::string> taken = outer_;
    for (const auto& field : fields) taken.push_back(field.identifier);
    for (const auto& field : fields) add_field(field, taken, depth + 1);
    outer_.pop_back();
    line(depth, "}");
  }

  void add_field(const RowField& field, std::vector<std::string>& taken, std::size_t depth) {
    const bool is_list = field.form == Form::list;
    const auto& carrier = is_list ? field.children.front() : field;
    std::string type(name_of(carrier.type));
    if (carrier.type == ProtoType::message) {
      type = message_name(field, carrier, taken);
      message(type, carrier.children, depth);
    }
    const std::string_view label = is_list                  ? "repeated "
                                   : field.dtype.nullable() ? "optional "
                                                            : "";
    auto comment = to_text(outline(field.dtype));
    if (field.name != field.identifier) comment = quoted(field.name) + ": " + comment;
    line(depth,
         fmt::format("{}{} {} = {};  // {}", label, type, field.identifier, field.number, comment));
  }

  static std::string message_name(const RowField& field, const RowField& carrier,
                                  std::vector<std::string>& taken) {
    auto name = camel_case(field.identifier);
    if (field.form == Form::optional_list) name += "List";
    if (carrier.form == Form::item) name += "Item";
    while (std::ranges::find(taken, name) != taken.end()) name += "Message";
    taken.push_back(name);
    return name;
  }

  std::string out_;
  std::vector<std::string> outer_;  // messages around
};

}  // namespace

std::string to_proto(const RowSchema& schema) { return ProtoWriter().write(schema); }

}  // namespace gyre
