#include "rows/detail/proto_tokens.hpp"

#include <algorithm>
#include <charconv>

namespace gyre {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || is_digit(c);
}
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

void ProtoTokens::advance() {
  if (text_[at_] == '\n') ++line_;
  ++at_;
}

void ProtoTokens::skip_blanks() {
  while (at_ < text_.size()) {
    const auto rest = text_.substr(at_);
    if (is_blank(rest[0])) {
      advance();
    } else if (rest.starts_with("//")) {
      while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    } else if (rest.starts_with("/*")) {
      const auto end = std::min(rest.find("*/", 2), rest.size() - 2) + 2;
      const auto stop = at_ + end;
      while (at_ < stop) advance();
    } else {
      return;
    }
  }
}

void ProtoTokens::look() {
  if (looked_) return;
  looked_ = true;
  last_end_ = at_;
  skip_blanks();
  const auto rest = text_.substr(at_);
  std::size_t size = 1;
  if (rest.empty()) {
    kind_ = Kind::end;
    size = 0;
  } else if (is_word(rest[0])) {
    kind_ = is_digit(rest[0]) ? Kind::number : Kind::word;
    while (size < rest.size() && is_word(rest[size])) ++size;
  } else if (rest[0] == '"' || rest[0] == '\'') {
    kind_ = Kind::text;
    while (size < rest.size() && rest[size] != rest[0] && rest[size] != '\n')
      size += rest[size] == '\\' ? 2 : 1;
    size = std::min(size + 1, rest.size());
  } else {
    kind_ = Kind::mark;
  }
  token_ = rest.substr(0, size);
}

ProtoTokens::Kind ProtoTokens::kind() {
  look();
  return kind_;
}

std::string_view ProtoTokens::token() {
  look();
  return token_;
}

unsigned ProtoTokens::line() {
  look();
  return line_;
}

bool ProtoTokens::take(std::string_view token) {
  look();
  if (token_ != token || kind_ == Kind::end) return false;
  at_ += token_.size();
  looked_ = false;
  return true;
}

std::unexpected<Error> ProtoTokens::unexpected(std::string_view wanted) {
  constexpr std::size_t most_shown = 40;
  if (kind() == Kind::end) return wrong("the text ends where {} is expected", wanted);
  return wrong("'{}', expected {}", token().substr(0, most_shown), wanted);
}

Result<void> ProtoTokens::expect(std::string_view token) {
  if (!take(token)) return unexpected(fmt::format("'{}'", token));
  return {};
}

Result<std::string> ProtoTokens::identifier() {
  if (kind() != Kind::word || token().find('.') != std::string_view::npos)
    return unexpected("a name");
  return type_name();
}

Result<std::string> ProtoTokens::type_name() {
  if (kind() != Kind::word) return unexpected("a type");
  std::string name(token());
  take(token());
  return name;
}

Result<std::uint64_t> ProtoTokens::number() {
  if (kind() != Kind::number) return unexpected("a number");
  auto digits = token();
  const int base = digits.starts_with("0x") || digits.starts_with("0X") ? 16
                   : digits.size() > 1 && digits[0] == '0'              ? 8
                                                                        : 10;
  if (base == 16) digits.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc{} || end != digits.data() + digits.size()) return unexpected("a number");
  take(token());
  return value;
}

Result<void> ProtoTokens::skip_statement() {
  std::size_t depth = 0;
  for (;;) {
    if (kind() == Kind::end) return unexpected("the end of a statement");
    if (depth == 0 && token() == "}") return unexpected("';'");
    const auto skipped = token();
    take(skipped);
    if (skipped == "{") ++depth;
    if (skipped == "}" && --depth == 0) return {};
    if (skipped == ";" && depth == 0) return {};
  }
}

std::string_view ProtoTokens::trailing_comment() const {
  auto rest = text_.substr(looked_ ? last_end_ : at_);
  rest = rest.substr(0, rest.find('\n'));
  const auto trim = [&] {
    while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
    while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
  };
  trim();
  if (!rest.starts_with("//")) return {};
  rest.remove_prefix(2);
  trim();
  return rest;
}

}  // namespace gyre
