#pragma once

#include <algorithm>
#include <utility>

#include "expr/detail/lexer.hpp"
#include "expr/syntax.hpp"

namespace gyre::expr {

/// A place in the tokens of an expression, and how deep the expression is nested there.
class Cursor {
 public:
  Cursor(std::string_view source, std::vector<Token> tokens)
      : source_(source), tokens_(std::move(tokens)) {}

 protected:
  /// Counts how deep the parser is inside the expression.
  struct Level {
    explicit Level(unsigned& count) : depth(count) { ++depth; }
    ~Level() { --depth; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    unsigned& depth;
  };

  const Token& token(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  bool is_symbol(std::string_view symbol, std::size_t ahead = 0) const {
    return token(ahead).what == Token::What::symbol && token(ahead).text == symbol;
  }
  bool is_word(std::string_view word, std::size_t ahead = 0) const {
    return token(ahead).what == Token::What::word && lower(token(ahead).text) == word;
  }
  bool accept_symbol(std::string_view symbol) {
    const bool found = is_symbol(symbol);
    at_ += found;
    return found;
  }
  bool accept_word(std::string_view word) {
    const bool found = is_word(word);
    at_ += found;
    return found;
  }

  std::string found() const {
    const auto& here = token();
    if (here.what == Token::What::end) return "the end";
    return excerpt(source_.substr(here.first, here.last - here.first));
  }
  std::unexpected<Error> expected(std::string_view what) const {
    return fail(Code::invalid_argument, "expression: at {}: expected {}, found {}",
                token().position, what, found());
  }
  Result<void> expect_symbol(std::string_view symbol) {
    if (!accept_symbol(symbol)) return expected(fmt::format("'{}'", symbol));
    return {};
  }
  Result<void> expect_word(std::string_view word) {
    if (!accept_word(word)) return expected(fmt::format("'{}'", word));
    return {};
  }
  Result<void> expect_end() {
    if (token().what != Token::What::end) return expected("the end");
    return {};
  }
  Result<void> check_depth() const {
    if (depth_ > depth_limit)
      return fail(Code::invalid_argument, "expression: at {}: nested more than {} levels deep",
                  token().position, depth_limit);
    return {};
  }

  std::string_view source_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
};

}  // namespace gyre::expr
