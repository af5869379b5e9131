#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gyre::expr {

enum class Comparison : std::uint8_t { equal, not_equal, less, less_equal, greater, greater_equal };
enum class Arithmetic : std::uint8_t { add, subtract, multiply, divide, divide_whole, remainder };

/// An expression as it was written: names are not looked up, literals have no type yet.
///
/// | what                       | children                      | besides                                   |
/// | -------------------------- | ----------------------------- | ----------------------------------------- |
/// | column                     |                               | path: the names between the dots          |
/// | star                       |                               | `*`, alone in a select list or a call     |
/// | null                       |                               |                                           |
/// | boolean                    |                               | flag                                      |
/// | number                     |                               | text: -12, 1.5, 1e3; any number of digits |
/// | text, bytes                |                               | text: quotes and hex resolved             |
/// | date, time, timestamp      |                               | text: between the quotes                  |
/// | minus, negation            | operand                       |                                           |
/// | all_of, any_of             | two or more                   |                                           |
/// | comparison                 | left, right                   | comparison                                |
/// | is_null, is_true, is_false | operand                       | negated                                   |
/// | in                         | value, then the list          | negated                                   |
/// | between                    | value, low, high              | negated                                   |
/// | like                       | value, pattern, maybe escape  | negated; flag: ignores case               |
/// | arithmetic                 | operands, from left to right  | operators: one fewer                      |
/// | cast                       | operand                       | text: the type's name                     |
/// | case_when                  | [value,] condition, result, … | flag: value first; negated: else last     |
/// | call                       | arguments                     | text: the function, lower case            |
struct Syntax {
  enum class What : std::uint8_t {
    column,
    star,
    null,
    boolean,
    number,
    text,
    bytes,
    date,
    time,
    timestamp,
    minus,
    negation,
    all_of,
    any_of,
    comparison,
    is_null,
    is_true,
    is_false,
    in,
    between,
    like,
    arithmetic,
    cast,
    case_when,
    call,
  };

  What what = What::null;
  bool negated = false;
  bool flag = false;
  Comparison comparison = Comparison::equal;
  std::size_t position = 1;  ///< where it starts, in characters from 1
  std::string text;
  std::vector<std::string> path;
  std::vector<Arithmetic> operators;
  std::vector<Syntax> children;

  bool is_literal() const { return what >= What::null && what <= What::timestamp; }
};

/// Parenthesised, negated or otherwise nested parts go this deep, no deeper.
inline constexpr unsigned depth_limit = 64;

/// Reads one expression.
///
/// Errors   Code::invalid_argument, one line: "expression: at 17: expected a value, found ')'"
Result<Syntax> parse(std::string_view text);

/// One entry of a select list.
struct Selection {
  Syntax expression;
  std::optional<std::string> name;  ///< what follows `as`
};

/// Reads "EXPR" or "EXPR as NAME".
Result<Selection> parse_selection(std::string_view text);

/// Reads a list of those, between commas; an entry may also be `*`.
Result<std::vector<Selection>> parse_select(std::string_view text);

/// A name the way an expression spells it: bare where that is possible, else in double quotes.
std::string quoted_name(std::string_view name);

}  // namespace gyre::expr
