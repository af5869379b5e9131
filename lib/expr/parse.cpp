#include <utility>

#include "expr/detail/cursor.hpp"
#include "expr/syntax.hpp"

namespace gyre::expr {
namespace {

using What = Syntax::What;

/// Recursive descent, one function for each level of precedence, loosest first:
/// or, and, not, is, comparison, in / between / like, + -, * / // %, unary minus, value.
class Parser : Cursor {
 public:
  using Cursor::Cursor;

  Result<Syntax> whole() {
    auto result = GYRE_TRY(expression());
    GYRE_TRY(expect_end());
    return result;
  }

  Result<Selection> whole_selection() {
    auto result = GYRE_TRY(selection());
    GYRE_TRY(expect_end());
    return result;
  }

  Result<std::vector<Selection>> whole_select() {
    std::vector<Selection> list;
    do {
      if (is_symbol("*")) {
        list.push_back({node(What::star), std::nullopt});
        ++at_;
      } else {
        list.push_back(GYRE_TRY(selection()));
      }
    } while (accept_symbol(","));
    GYRE_TRY(expect_end());
    return list;
  }

 private:
  Syntax node(What what) const {
    Syntax result;
    result.what = what;
    result.position = token().position;
    return result;
  }
  /// An operation that starts where its first operand does.
  static Syntax over(What what, Syntax first) {
    Syntax result;
    result.what = what;
    result.position = first.position;
    result.children.push_back(std::move(first));
    return result;
  }

  Result<Selection> selection() {
    Selection result{GYRE_TRY(expression()), std::nullopt};
    if (!accept_word("as")) return result;
    if (token().what != Token::What::word && token().what != Token::What::name)
      return expected("a name");
    result.name = token().text;
    ++at_;
    return result;
  }

  Result<Syntax> expression() {
    const Level level(depth_);
    GYRE_TRY(check_depth());
    auto result = GYRE_TRY(conjunction());
    if (!is_word("or")) return result;
    result = over(What::any_of, std::move(result));
    while (accept_word("or")) result.children.push_back(GYRE_TRY(conjunction()));
    return result;
  }

  Result<Syntax> conjunction() {
    auto result = GYRE_TRY(inversion());
    if (!is_word("and")) return result;
    result = over(What::all_of, std::move(result));
    while (accept_word("and")) result.children.push_back(GYRE_TRY(inversion()));
    return result;
  }

  Result<Syntax> inversion() {
    if (!is_word("not")) return is_test();
    const Level level(depth_);
    GYRE_TRY(check_depth());
    auto result = node(What::negation);
    ++at_;
    result.children.push_back(GYRE_TRY(inversion()));
    return result;
  }

  Result<Syntax> is_test() {
    auto result = GYRE_TRY(comparison());
    const auto before = depth_;
    while (accept_word("is")) {
      ++depth_;  // each makes the tree deeper, without a deeper call
      GYRE_TRY(check_depth());
      const bool negated = accept_word("not");
      if (accept_word("null"))
        result = over(What::is_null, std::move(result));
      else if (accept_word("true"))
        result = over(What::is_true, std::move(result));
      else if (accept_word("false"))
        result = over(What::is_false, std::move(result));
      else
        return expected(negated ? "'null', 'true' or 'false'" : "'null', 'not', 'true' or 'false'");
      result.negated = negated;
    }
    depth_ = before;
    return result;
  }

  std::optional<Comparison> accept_comparison() {
    static constexpr std::pair<std::string_view, Comparison> table[] = {
        {"=", Comparison::equal},      {"==", Comparison::equal},
        {"<>", Comparison::not_equal}, {"!=", Comparison::not_equal},
        {"<", Comparison::less},       {"<=", Comparison::less_equal},
        {">", Comparison::greater},    {">=", Comparison::greater_equal}};
    for (const auto& [symbol, comparison] : table)
      if (accept_symbol(symbol)) return comparison;
    return std::nullopt;
  }

  Result<Syntax> comparison() {
    auto result = GYRE_TRY(range());
    const auto comparison = accept_comparison();
    if (!comparison) return result;
    result = over(What::comparison, std::move(result));
    result.comparison = *comparison;
    result.children.push_back(GYRE_TRY(range()));
    if (accept_comparison()) {
      --at_;
      return expected("'and', 'or' or the end (a comparison has two sides)");
    }
    return result;
  }

  Result<Syntax> range() {
    auto result = GYRE_TRY(sum());
    const bool negated = is_word("not") && (is_word("in", 1) || is_word("between", 1) ||
                                            is_word("like", 1) || is_word("ilike", 1));
    at_ += negated;
    if (accept_word("in")) {
      result = over(What::in, std::move(result));
      GYRE_TRY(expect_symbol("("));
      do result.children.push_back(GYRE_TRY(expression()));
      while (accept_symbol(","));
      GYRE_TRY(expect_symbol(")"));
    } else if (accept_word("between")) {
      result = over(What::between, std::move(result));
      result.children.push_back(GYRE_TRY(sum()));
      GYRE_TRY(expect_word("and"));
      result.children.push_back(GYRE_TRY(sum()));
    } else if (is_word("like") || is_word("ilike")) {
      result = over(What::like, std::move(result));
      result.flag = is_word("ilike");
      ++at_;
      result.children.push_back(GYRE_TRY(sum()));
      if (accept_word("escape")) result.children.push_back(GYRE_TRY(sum()));
    }
    result.negated = negated || result.negated;
    return result;
  }

  Result<Syntax> sum() {
    return chain(&Parser::product, {{"+", Arithmetic::add}, {"-", Arithmetic::subtract}});
  }
  Result<Syntax> product() {
    return chain(&Parser::unary, {{"*", Arithmetic::multiply},
                                  {"//", Arithmetic::divide_whole},
                                  {"/", Arithmetic::divide},
                                  {"%", Arithmetic::remainder}});
  }

  using Operators = std::initializer_list<std::pair<std::string_view, Arithmetic>>;
  std::optional<Arithmetic> accept_operator(Operators operators) {
    for (const auto& [symbol, arithmetic] : operators)
      if (accept_symbol(symbol)) return arithmetic;
    return std::nullopt;
  }
  Result<Syntax> chain(Result<Syntax> (Parser::*operand)(), Operators operators) {
    auto result = GYRE_TRY((this->*operand)());
    auto found = accept_operator(operators);
    if (!found) return result;
    result = over(What::arithmetic, std::move(result));
    for (; found; found = accept_operator(operators)) {
      result.operators.push_back(*found);
      result.children.push_back(GYRE_TRY((this->*operand)()));
    }
    return result;
  }

  Result<Syntax> unary() {
    if (!is_symbol("-") && !is_symbol("+")) return value();
    const Level level(depth_);
    GYRE_TRY(check_depth());
    auto result = node(What::minus);
    const bool minus = is_symbol("-");
    ++at_;
    auto operand = GYRE_TRY(unary());
    if (!minus) return operand;
    if (operand.what == What::number) {
      operand.position = result.position;
      if (operand.text.starts_with('-'))
        operand.text.erase(0, 1);
      else
        operand.text.insert(0, 1, '-');
      return operand;
    }
    result.children.push_back(std::move(operand));
    return result;
  }

  Result<Syntax> value() {
    switch (token().what) {
      case Token::What::number: return literal(What::number);
      case Token::What::text: return literal(What::text);
      case Token::What::bytes: return literal(What::bytes);
      case Token::What::name: return column();
      case Token::What::word: return word();
      default: break;
    }
    if (!accept_symbol("(")) return expected("a value");
    auto result = GYRE_TRY(expression());
    GYRE_TRY(expect_symbol(")"));
    return result;
  }

  Syntax literal(What what) {
    auto result = node(what);
    result.text = token().text;
    ++at_;
    return result;
  }

  Result<Syntax> word() {
    const auto word = lower(token().text);
    if (word == "null" || word == "true" || word == "false") {
      auto result = node(word == "null" ? What::null : What::boolean);
      result.flag = word == "true";
      ++at_;
      return result;
    }
    if (token(1).what == Token::What::text &&
        (word == "date" || word == "time" || word == "timestamp")) {
      auto result = node(word == "date"   ? What::date
                         : word == "time" ? What::time
                                          : What::timestamp);
      result.text = token(1).text;
      at_ += 2;
      return result;
    }
    if (word == "case") return case_when();
    if (word == "cast") return cast();
    if (is_reserved(word)) return expected("a value");
    return is_symbol("(", 1) ? call() : column();
  }

  Result<Syntax> column() {
    auto result = node(What::column);
    result.path.push_back(token().text);
    ++at_;
    while (accept_symbol(".")) {
      if (token().what != Token::What::word && token().what != Token::What::name)
        return expected("a field's name");
      result.path.push_back(token().text);
      ++at_;
    }
    return result;
  }

  Result<Syntax> call() {
    auto result = node(What::call);
    result.text = lower(token().text);
    at_ += 2;
    if (accept_symbol(")")) return result;
    if (is_symbol("*")) {
      result.children.push_back(node(What::star));
      ++at_;
    } else {
      do result.children.push_back(GYRE_TRY(expression()));
      while (accept_symbol(","));
    }
    GYRE_TRY(expect_symbol(")"));
    return result;
  }

  Result<Syntax> cast() {
    auto result = node(What::cast);
    ++at_;
    GYRE_TRY(expect_symbol("("));
    result.children.push_back(GYRE_TRY(expression()));
    GYRE_TRY(expect_word("as"));
    const auto first = token().first;
    auto last = first;
    for (unsigned open = 0; open > 0 || !is_symbol(")"); ++at_) {
      if (token().what == Token::What::end) return expected("')'");
      if (is_symbol("(")) ++open;
      if (is_symbol(")")) --open;
      last = token().last;
    }
    if (first == last) return expected("a type");
    ++at_;
    result.text = source_.substr(first, last - first);
    return result;
  }

  Result<Syntax> case_when() {
    auto result = node(What::case_when);
    ++at_;
    result.flag = !is_word("when");
    if (result.flag) result.children.push_back(GYRE_TRY(expression()));
    GYRE_TRY(expect_word("when"));
    do {
      result.children.push_back(GYRE_TRY(expression()));
      GYRE_TRY(expect_word("then"));
      result.children.push_back(GYRE_TRY(expression()));
    } while (accept_word("when"));
    result.negated = accept_word("else");
    if (result.negated) result.children.push_back(GYRE_TRY(expression()));
    GYRE_TRY(expect_word("end"));
    return result;
  }
};

}  // namespace

Result<Syntax> parse(std::string_view text) {
  return Parser(text, GYRE_TRY(tokens_of(text))).whole();
}

Result<Selection> parse_selection(std::string_view text) {
  return Parser(text, GYRE_TRY(tokens_of(text))).whole_selection();
}

Result<std::vector<Selection>> parse_select(std::string_view text) {
  return Parser(text, GYRE_TRY(tokens_of(text))).whole_select();
}

}  // namespace gyre::expr
