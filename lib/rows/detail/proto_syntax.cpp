#include "rows/detail/proto_syntax.hpp"

#include "rows/detail/proto_tokens.hpp"

namespace gyre {
namespace {

constexpr unsigned depth_limit = 64;
constexpr std::uint64_t largest_number = (std::uint64_t{1} << 29) - 1;

class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(text) {}

  Result<ProtoFile> file() {
    ProtoFile file;
    file.root = std::make_unique<ProtoMessage>();
    bool is_proto3 = false;
    while (tokens_.kind() != ProtoTokens::Kind::end) {
      if (tokens_.take("syntax")) {
        GYRE_TRY(tokens_.expect("="));
        if (tokens_.token() != "\"proto3\"" && tokens_.token() != "'proto3'")
          return tokens_.unexpected("\"proto3\"");
        GYRE_TRY(tokens_.skip_statement());
        is_proto3 = true;
      } else if (tokens_.take("package")) {
        file.package = GYRE_TRY(tokens_.type_name());
        GYRE_TRY(tokens_.expect(";"));
      } else if (tokens_.take("message")) {
        GYRE_TRY(message(*file.root, 0));
      } else if (tokens_.take("enum")) {
        GYRE_TRY(enumeration(*file.root));
      } else if (tokens_.token() == "import" || tokens_.token() == "option" ||
                 tokens_.token() == "service" || tokens_.token() == ";") {
        GYRE_TRY(tokens_.skip_statement());
      } else {
        return tokens_.unexpected("a message");
      }
    }
    if (!is_proto3) return tokens_.wrong("no syntax = \"proto3\"; other syntaxes are not read");
    return file;
  }

 private:
  Result<void> message(ProtoMessage& outer, unsigned depth) {
    if (depth == depth_limit) return tokens_.wrong("messages nested deeper than {}", depth_limit);
    auto message = std::make_unique<ProtoMessage>();
    message->outer = &outer;
    message->name = GYRE_TRY(tokens_.identifier());
    GYRE_TRY(tokens_.expect("{"));
    while (!tokens_.take("}")) GYRE_TRY(statement(*message, depth));
    outer.messages.push_back(std::move(message));
    return {};
  }

  Result<void> enumeration(ProtoMessage& outer) {
    outer.enums.push_back(GYRE_TRY(tokens_.identifier()));
    if (tokens_.token() != "{") return tokens_.unexpected("'{'");
    return tokens_.skip_statement();
  }

  Result<void> statement(ProtoMessage& message, unsigned depth) {
    if (tokens_.token() == "option" || tokens_.token() == "reserved" || tokens_.token() == ";")
      return tokens_.skip_statement();
    if (tokens_.token() == "extensions" || tokens_.token() == "extend" ||
        tokens_.token() == "group" || tokens_.token() == "required")
      return tokens_.unexpected("a field of proto3");
    if (tokens_.take("message")) return this->message(message, depth + 1);
    if (tokens_.take("enum")) return enumeration(message);
    if (tokens_.take("oneof")) {
      (void)GYRE_TRY(tokens_.identifier());
      GYRE_TRY(tokens_.expect("{"));
      while (!tokens_.take("}")) {
        if (tokens_.token() == "option") {
          GYRE_TRY(tokens_.skip_statement());
        } else {
          GYRE_TRY(field(message, true, false));
        }
      }
      return {};
    }
    const bool is_optional = tokens_.take("optional");
    const bool is_repeated = !is_optional && tokens_.take("repeated");
    return field(message, is_optional, is_repeated);
  }

  Result<void> field(ProtoMessage& message, bool is_optional, bool is_repeated) {
    ProtoField field;
    field.is_optional = is_optional;
    field.is_repeated = is_repeated;
    field.line = tokens_.line();
    field.type = GYRE_TRY(tokens_.type_name());
    if (field.type == "map" && tokens_.take("<")) {
      field.is_repeated = true;
      field.type = GYRE_TRY(tokens_.type_name());
      GYRE_TRY(tokens_.expect(","));
      field.value_type = GYRE_TRY(tokens_.type_name());
      GYRE_TRY(tokens_.expect(">"));
    }
    field.name = GYRE_TRY(tokens_.identifier());
    GYRE_TRY(tokens_.expect("="));
    const auto number = GYRE_TRY(tokens_.number());
    if (number == 0 || number > largest_number)
      return tokens_.wrong("field {} has number {}, expected 1 .. {}", field.name, number,
                           largest_number);
    field.number = static_cast<unsigned>(number);
    GYRE_TRY(tokens_.skip_statement());
    field.comment = tokens_.trailing_comment();
    message.fields.push_back(std::move(field));
    return {};
  }

  ProtoTokens tokens_;
};

}  // namespace

Result<ProtoFile> parse_proto_file(std::string_view text) { return Parser(text).file(); }

}  // namespace gyre
