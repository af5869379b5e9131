#include "expr/syntax.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"

using namespace gyre;
using namespace gyre::expr;
using What = Syntax::What;

namespace {

std::string dump(const Syntax& syntax);

std::string list(std::string_view head, const std::vector<Syntax>& children) {
  auto text = fmt::format("({}", head);
  for (const auto& child : children) text += fmt::format(" {}", dump(child));
  return text + ")";
}

/// The tree in brackets, operators first.
std::string dump(const Syntax& syntax) {
  static constexpr std::string_view comparisons[] = {"=", "<>", "<", "<=", ">", ">="};
  static constexpr std::string_view operators[] = {"+", "-", "*", "/", "//", "%"};
  const std::string no = syntax.negated ? "not-" : "";
  switch (syntax.what) {
    case What::column: {
      std::string text;
      for (const auto& name : syntax.path)
        text += fmt::format("{}{}", text.empty() ? "[" : "|", name);
      return text + "]";
    }
    case What::star: return "*";
    case What::null: return "null";
    case What::boolean: return syntax.flag ? "true" : "false";
    case What::number: return syntax.text;
    case What::text: return fmt::format("'{}'", syntax.text);
    case What::bytes: return fmt::format("bytes:{}", syntax.text);
    case What::date: return fmt::format("date:{}", syntax.text);
    case What::time: return fmt::format("time:{}", syntax.text);
    case What::timestamp: return fmt::format("timestamp:{}", syntax.text);
    case What::minus: return list("neg", syntax.children);
    case What::negation: return list("not", syntax.children);
    case What::all_of: return list("and", syntax.children);
    case What::any_of: return list("or", syntax.children);
    case What::comparison:
      return list(comparisons[static_cast<int>(syntax.comparison)], syntax.children);
    case What::is_null: return list(no + "is-null", syntax.children);
    case What::is_true: return list(no + "is-true", syntax.children);
    case What::is_false: return list(no + "is-false", syntax.children);
    case What::in: return list(no + "in", syntax.children);
    case What::between: return list(no + "between", syntax.children);
    case What::like: return list(no + (syntax.flag ? "ilike" : "like"), syntax.children);
    case What::arithmetic: {
      std::string head;
      for (const auto one : syntax.operators)
        head += fmt::format("{}{}", head.empty() ? "" : ",", operators[static_cast<int>(one)]);
      return list(head, syntax.children);
    }
    case What::cast: return list(fmt::format("cast:{}", syntax.text), syntax.children);
    case What::case_when:
      return list(std::string(syntax.flag ? "case-of" : "case") + (syntax.negated ? "-else" : ""),
                  syntax.children);
    case What::call: return list(fmt::format("call:{}", syntax.text), syntax.children);
  }
  return "?";
}

std::string tree(std::string_view text) { return dump(test::must(parse(text))); }
std::string message(std::string_view text) { return test::refused(parse(text)).message; }

std::string repeated(std::string_view piece, unsigned times) {
  std::string text;
  for (unsigned i = 0; i < times; ++i) text += piece;
  return text;
}

}  // namespace

TEST_CASE("parse: names are bare, quoted or dotted, and quotes keep dots", "[expr][parse]") {
  CHECK(tree("a") == "[a]");
  CHECK(tree("\"odd name\"") == "[odd name]");
  CHECK(tree("\"quo\"\"te\"") == "[quo\"te]");
  CHECK(tree("a.b") == "[a|b]");
  CHECK(tree("\"a.b\"") == "[a.b]");
  CHECK(tree("\"a\" . \"b\".c") == "[a|b|c]");
  CHECK(tree("größe_1") == "[größe_1]");
  CHECK(tree("date") == "[date]");
  CHECK(tree("x") == "[x]");
}

TEST_CASE("parse: literals keep every digit and lose their quotes", "[expr][parse]") {
  CHECK(tree("123456789012345678901234567890") == "123456789012345678901234567890");
  CHECK(tree("1.5") == "1.5");
  CHECK(tree(".5") == ".5");
  CHECK(tree("1e3") == "1e3");
  CHECK(tree("2.5E-07") == "2.5E-07");
  CHECK(tree("-2") == "-2");
  CHECK(tree("- -2") == "2");
  CHECK(tree("+2") == "2");
  CHECK(tree("'it''s'") == "'it's'");
  CHECK(tree("''") == "''");
  CHECK(tree("x'00ff'") == std::string("bytes:") + std::string("\0\xff", 2));
  CHECK(tree("X''") == "bytes:");
  CHECK(tree("date '2024-01-31'") == "date:2024-01-31");
  CHECK(tree("TIMESTAMP'2024-01-31 12:00:00'") == "timestamp:2024-01-31 12:00:00");
  CHECK(tree("time '12:00'") == "time:12:00");
  CHECK(tree("TRUE") == "true");
  CHECK(tree("Null") == "null");
}

TEST_CASE("parse: operators bind as in SQL", "[expr][parse]") {
  CHECK(tree("a = 1 or b = 2 and not c = 3") == "(or (= [a] 1) (and (= [b] 2) (not (= [c] 3))))");
  CHECK(tree("(a or b) and c") == "(and (or [a] [b]) [c])");
  CHECK(tree("a and b and c") == "(and [a] [b] [c])");
  CHECK(tree("not not a") == "(not (not [a]))");
  CHECK(tree("a == 1") == "(= [a] 1)");
  CHECK(tree("a != 1") == "(<> [a] 1)");
  CHECK(tree("a<=1") == "(<= [a] 1)");
  CHECK(tree("1>a") == "(> 1 [a])");
  CHECK(tree("a > -1") == "(> [a] -1)");
  CHECK(tree("a = 1 is null") == "(is-null (= [a] 1))");
  CHECK(tree("a is not null and b is null") == "(and (not-is-null [a]) (is-null [b]))");
  CHECK(tree("a is true or a IS NOT FALSE") == "(or (is-true [a]) (not-is-false [a]))");
  CHECK(tree("a in (1, 'b', null)") == "(in [a] 1 'b' null)");
  CHECK(tree("a not in (1)") == "(not-in [a] 1)");
  CHECK(tree("a between 1 and 2 and b") == "(and (between [a] 1 2) [b])");
  CHECK(tree("not a not between 1 and 2") == "(not (not-between [a] 1 2))");
}

TEST_CASE("parse: what is evaluated later is read already", "[expr][parse]") {
  CHECK(tree("a + b * c - 1") == "(+,- [a] (* [b] [c]) 1)");
  CHECK(tree("a // 2 / 3 % 4") == "(//,/,% [a] 2 3 4)");
  CHECK(tree("-a < (1 + 2) * 3") == "(< (neg [a]) (* (+ 1 2) 3))");
  CHECK(tree("s like 'a%'") == "(like [s] 'a%')");
  CHECK(tree("s not ilike 'a!%' escape '!'") == "(not-ilike [s] 'a!%' '!')");
  CHECK(tree("cast(a as decimal(10, 2)) = 1") == "(= (cast:decimal(10, 2) [a]) 1)");
  CHECK(tree("case when a then 1 else 2 end") == "(case-else [a] 1 2)");
  CHECK(tree("case a when 1 then 2 when 3 then 4 end") == "(case-of [a] 1 2 3 4)");
  CHECK(tree("Coalesce(a, 1) = f()") == "(= (call:coalesce [a] 1) (call:f))");
  CHECK(tree("count(*)") == "(call:count *)");
}

TEST_CASE("parse: an error says in one line where it is and what was expected", "[expr][parse]") {
  CHECK(message("") == "expression: at 1: expected a value, found the end");
  CHECK(message("a = ") == "expression: at 5: expected a value, found the end");
  CHECK(message("a = )") == "expression: at 5: expected a value, found ')'");
  CHECK(message("a b") == "expression: at 3: expected the end, found 'b'");
  CHECK(message("(a") == "expression: at 3: expected ')', found the end");
  CHECK(message("a in 1") == "expression: at 6: expected '(', found '1'");
  CHECK(message("a between 1 or 2") == "expression: at 13: expected 'and', found 'or'");
  CHECK(message("a is 5") ==
        "expression: at 6: expected 'null', 'not', 'true' or 'false', found '5'");
  CHECK(
      message("a < b < c") ==
      "expression: at 7: expected 'and', 'or' or the end (a comparison has two sides), found '<'");
  CHECK(message("'abc") == "expression: at 1: this text has no closing '");
  CHECK(message("a = \"b") == "expression: at 5: this name has no closing \"");
  CHECK(message("\"\" = 1") == "expression: at 1: a name cannot be empty");
  CHECK(message("x'0g'") == "expression: at 1: expected pairs of hex digits, as in x'00ff'");
  CHECK(message("x'000'") == "expression: at 1: expected pairs of hex digits, as in x'00ff'");
  CHECK(message("a = 5x") == "expression: at 5: expected a number, found '5x'");
  CHECK(message("a & b") == "expression: at 3: what does '&' mean here?");
  CHECK(message("a.") == "expression: at 3: expected a field's name, found the end");
  CHECK(message("a and") == "expression: at 6: expected a value, found the end");
  CHECK(message("and") == "expression: at 1: expected a value, found 'and'");
  CHECK(message("cast(a as )") == "expression: at 11: expected a type, found ')'");
  CHECK(message("cast(a as i64") == "expression: at 14: expected ')', found the end");
}

TEST_CASE("parse: positions count characters, and odd ones are shown in one line",
          "[expr][parse]") {
  CHECK(message("größe = )") == "expression: at 9: expected a value, found ')'");
  CHECK(message("a 'x\ny'") == "expression: at 3: expected the end, found ''x\\x0ay''");
  const auto long_one = message(fmt::format("a '{}'", repeated("0", 500)));
  CHECK(long_one.size() < 120);
  CHECK(message(std::string_view("a\0b", 3)) == "expression: at 2: what does '\\x00' mean here?");
}

TEST_CASE("parse: nesting is limited, length is not", "[expr][parse]") {
  CHECK(parse(fmt::format("{}a{}", repeated("(", 63), repeated(")", 63))).has_value());
  const auto limit = "expression: at 65: nested more than 64 levels deep";
  CHECK(message(fmt::format("{}a{}", repeated("(", 64), repeated(")", 64))) == limit);
  CHECK(message(repeated("(", 100'000)) == limit);
  CHECK_FALSE(parse(fmt::format("{}a", repeated("not ", 100'000))));
  CHECK_FALSE(parse(fmt::format("{}a", repeated("- ", 100'000))));
  CHECK_FALSE(parse(fmt::format("a{}", repeated(" is null", 100'000))));
  CHECK(test::must(parse(fmt::format("a{}", repeated(" or a", 20'000)))).children.size() == 20'001);
  CHECK(test::must(parse(fmt::format("a{}", repeated(" + a", 20'000)))).children.size() == 20'001);
}

TEST_CASE("parse: select lists have names, and stars beside them", "[expr][parse]") {
  const auto list = test::must(parse_select("a, \"b c\" as d, *, s.f AS \"odd, name\""));
  REQUIRE(list.size() == 4);
  CHECK(dump(list[0].expression) == "[a]");
  CHECK_FALSE(list[0].name);
  CHECK(dump(list[1].expression) == "[b c]");
  CHECK(list[1].name == "d");
  CHECK(list[2].expression.what == What::star);
  CHECK(list[3].name == "odd, name");
  CHECK(test::must(parse_selection("sum(x) as total")).name == "total");
  CHECK(test::refused(parse_select("a,")).message ==
        "expression: at 3: expected a value, found the end");
  CHECK(test::refused(parse_select("a as 'b'")).message ==
        "expression: at 6: expected a name, found ''b''");
  CHECK(test::refused(parse_selection("a, b")).message ==
        "expression: at 2: expected the end, found ','");
}

TEST_CASE("quoted_name: what it writes is read as that one name", "[expr][parse]") {
  for (const std::string name : {"a", "a b", "a.b", "a\"b", "not", "x1", "1x", "größe", "", " "}) {
    if (name.empty()) continue;
    const auto syntax = test::must(parse(quoted_name(name)));
    CHECK(syntax.what == What::column);
    CHECK(syntax.path == std::vector{name});
  }
  CHECK(quoted_name("plain") == "plain");
  CHECK(quoted_name("a.b") == "\"a.b\"");
}
