#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gyre::expr {

struct Token {
  enum class What : std::uint8_t {
    end,
    word,  ///< a bare name or a keyword
    name,  ///< a name in double quotes
    number,
    text,    ///< '…'
    bytes,   ///< x'…'
    symbol,  ///< an operator, a comma, a dot or a parenthesis
  };

  What what = What::end;
  std::size_t first = 0, last = 0;  ///< bytes of the source
  std::size_t position = 1;         ///< where it starts, in characters from 1
  std::string text;                 ///< quotes and hex resolved
};

/// All tokens of an expression; the last is the end.
Result<std::vector<Token>> tokens_of(std::string_view source);

/// A piece of an expression as an error quotes it: one line, not too long.
std::string excerpt(std::string_view piece);

/// ASCII letters in lower case.
std::string lower(std::string_view text);

/// Words that can't be bare names.
bool is_reserved(std::string_view lower_case_word);

}  // namespace gyre::expr
