#include "expr/detail/lexer.hpp"

#include <algorithm>
#include <array>

#include "base/utf8.hpp"
#include "expr/syntax.hpp"

namespace gyre::expr {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
/// A byte of UTF-8 that is not the first of its character.
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }
bool continues_name(char c) { return starts_name(c) || is_digit(c) || c == '$'; }

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) {}

  Result<std::vector<Token>> run() {
    std::vector<Token> tokens;
    for (;;) {
      while (is_blank(peek())) ++at_;
      position_ += characters(counted_, at_);
      counted_ = at_;
      tokens.push_back(GYRE_TRY(next()));
      tokens.back().position = position_;
      if (tokens.back().what == Token::What::end) return tokens;
    }
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }

  std::size_t characters(std::size_t first, std::size_t last) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        source_.substr(first, last - first), [](char c) { return !continues_character(c); }));
  }

  /// About the token that starts here.
  std::unexpected<Error> error(std::string_view what) const {
    return fail(Code::invalid_argument, "expression: at {}: {}", position_, what);
  }

  Token token(Token::What what, std::size_t first) const {
    return {what, first, at_, position_, std::string(source_.substr(first, at_ - first))};
  }

  Result<Token> next() {
    const auto first = at_;
    if (at_ == source_.size()) return token(Token::What::end, first);
    const char c = peek();
    if ((c == 'x' || c == 'X') && peek(1) == '\'') return bytes();
    if (starts_name(c)) {
      while (continues_name(peek())) ++at_;
      return token(Token::What::word, first);
    }
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (c == '\'') return quoted('\'', Token::What::text, "this text");
    if (c == '"') return quoted('"', Token::What::name, "this name");
    static constexpr std::array<std::string_view, 17> symbols = {
        "==", "<>", "!=", "<=", ">=", "//", "=", "<", ">", "+", "-", "*", "/", "%", "(", ")", ","};
    for (const auto symbol : symbols)
      if (source_.substr(at_).starts_with(symbol)) {
        at_ += symbol.size();
        return token(Token::What::symbol, first);
      }
    ++at_;
    if (c == '.') return token(Token::What::symbol, first);
    return error(fmt::format("what does {} mean here?", excerpt(source_.substr(first, 1))));
  }

  Result<Token> number() {
    const auto first = at_;
    while (is_digit(peek())) ++at_;
    if (peek() == '.') ++at_;
    while (is_digit(peek())) ++at_;
    if (peek() == 'e' || peek() == 'E') {
      const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
      if (is_digit(peek(sign))) {
        at_ += sign;
        while (is_digit(peek())) ++at_;
      }
    }
    if (continues_name(peek())) {
      while (continues_name(peek())) ++at_;
      return error(
          fmt::format("expected a number, found {}", excerpt(source_.substr(first, at_ - first))));
    }
    return token(Token::What::number, first);
  }

  /// A doubled quote stands for one.
  Result<Token> quoted(char quote, Token::What what, std::string_view name) {
    Token result{what, at_, at_, position_, {}};
    for (++at_;; ++at_) {
      if (at_ == source_.size()) return error(fmt::format("{} has no closing {}", name, quote));
      if (peek() == quote) {
        if (peek(1) != quote) break;
        ++at_;
      }
      result.text.push_back(peek());
    }
    result.last = ++at_;
    if (what == Token::What::name && result.text.empty()) return error("a name cannot be empty");
    return result;
  }

  Result<Token> bytes() {
    const auto first = at_++;
    auto result = GYRE_TRY(quoted('\'', Token::What::bytes, "this binary literal"));
    result.first = first;
    std::string decoded;
    for (std::size_t i = 0; i < result.text.size(); i += 2) {
      const int high = hex_digit(result.text[i]);
      const int low = i + 1 < result.text.size() ? hex_digit(result.text[i + 1]) : -1;
      if (high < 0 || low < 0) return error("expected pairs of hex digits, as in x'00ff'");
      decoded.push_back(static_cast<char>(high * 16 + low));
    }
    result.text = std::move(decoded);
    return result;
  }

  std::string_view source_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0, position_ = 1;  // the characters before byte counted_, and one
};

}  // namespace

Result<std::vector<Token>> tokens_of(std::string_view source) { return Lexer(source).run(); }

std::string excerpt(std::string_view piece) {
  constexpr std::size_t limit = 40;
  auto size = std::min(piece.size(), limit);
  while (size < piece.size() && size > 0 && continues_character(piece[size])) --size;
  const bool readable = is_utf8(piece.substr(0, size));
  std::string shown = "'";
  for (const char c : piece.substr(0, size)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !readable))
      shown += fmt::format("\\x{:02x}", byte);
    else
      shown.push_back(c);
  }
  if (size < piece.size()) shown += "...";
  return shown + "'";
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (auto& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

bool is_reserved(std::string_view word) {
  static constexpr std::array<std::string_view, 19> words = {
      "and", "as", "between", "case", "cast", "else", "end",  "escape", "false", "ilike",
      "in",  "is", "like",    "not",  "null", "or",   "then", "true",   "when"};
  return std::ranges::find(words, word) != words.end();
}

std::string quoted_name(std::string_view name) {
  const auto tokens = tokens_of(name);
  if (tokens && tokens->size() == 2 && tokens->front().what == Token::What::word &&
      tokens->front().text == name && !is_reserved(lower(name)))
    return std::string(name);
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"') quoted.push_back('"');
    quoted.push_back(c);
  }
  return quoted + "\"";
}

}  // namespace gyre::expr
