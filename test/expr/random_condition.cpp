#include "random_condition.hpp"

#include <cstdlib>

#include "dtype/scalar.hpp"
#include "dtype/temporal.hpp"

namespace gyre::test {
namespace {

constexpr const char* symbols[] = {"=", "<>", "<", "<=", ">", ">="};

bool passes(std::size_t symbol, std::strong_ordering order) {
  switch (symbol) {
    case 0: return order == 0;
    case 1: return order != 0;
    case 2: return order < 0;
    case 3: return order <= 0;
    case 4: return order > 0;
    default: return order >= 0;
  }
}

std::optional<bool> compared(std::size_t symbol, const Cell& left, const Cell& right) {
  if (left.null || right.null) return std::nullopt;
  return passes(symbol, order(left, right));
}

struct Literal {
  std::string text;
  Cell cell;
};

Literal number_literal(const DType& dtype, Random& random) {
  static const char* digits[] = {"0",
                                 "1",
                                 "-1",
                                 "2",
                                 "-3",
                                 "100",
                                 "128",
                                 "255",
                                 "-129",
                                 "65504",
                                 "300",
                                 "9007199254740993",
                                 "18446744073709551615",
                                 "-9223372036854775809",
                                 "15"};
  const std::string chosen = digits[random.below(std::size(digits))];
  const int exponent = random.chance(50) ? 0 : static_cast<int>(random.below(60)) - 12;
  Literal literal{chosen, Cell::of(Exact::of_power(chosen, exponent))};
  if (exponent != 0) literal.text += fmt::format("e{}", exponent);
  const auto& physical = dtype.physical();
  if (!physical.is_float()) return literal;
  const auto rounded = physical.ptype() == PType::f32
                           ? static_cast<double>(std::strtof(literal.text.c_str(), nullptr))
                           : std::strtod(literal.text.c_str(), nullptr);
  literal.cell = Cell::of(
      Exact::of_double(float_value(physical.ptype(), float_word(physical.ptype(), rounded))));
  if (random.chance(10)) return {"'nan'", Cell::of(Exact::of_double(std::strtod("nan", nullptr)))};
  return literal;
}

Literal instant_literal(Random& random) {
  static const std::pair<const char*, const char*> pool[] = {
      {"date '1970-01-01'", "0"},
      {"'1970-01-02'", "86400000000000"},
      {"timestamp '1969-12-31 00:00:00'", "-86400000000000"},
      {"'1970-01-01T00:00:00.0000005'", "500"},
      {"timestamp '1970-01-02T01:00:01+01:00'", "86401000000000"},
      {"date '9999-12-31'", "253402214400000000000"}};
  const auto& [text, nanoseconds] = pool[random.below(std::size(pool))];
  return {text, Cell::of(Exact::of_text(nanoseconds))};
}

Literal time_literal(Random& random) {
  static const std::pair<const char*, const char*> pool[] = {
      {"time '00:00'", "0"},
      {"'01:00:00'", "3600000000000"},
      {"time '02:00:00.000001'", "7200000001000"},
      {"'23:59:59'", "86399000000000"}};
  const auto& [text, nanoseconds] = pool[random.below(std::size(pool))];
  return {text, Cell::of(Exact::of_text(nanoseconds))};
}

Literal text_literal(Random& random) {
  static const std::pair<const char*, const char*> pool[] = {
      {"''", ""},
      {"'a'", "a"},
      {"'aa'", "aa"},
      {"'b'", "b"},
      {"x'ff'", "\xff"},
      {"x'4200'", "B"},
      {"'a text that is too long for a view'", "a text that is too long for a view"}};
  const auto& [text, bytes] = pool[random.below(std::size(pool))];
  if (std::string_view(text) == "x'4200'") return {text, Cell::of(std::string("B\0", 2))};
  return {text, Cell::of(std::string(bytes))};
}

Literal random_literal(const RandomColumn& column, Random& random) {
  if (random.chance(5)) return {"null", {}};
  switch (column.group) {
    case Group::number: return number_literal(column.column.dtype, random);
    case Group::instant: return instant_literal(random);
    case Group::time_of_day: return time_literal(random);
    case Group::text: return text_literal(random);
    case Group::boolean: break;
  }
  const bool value = random.chance(50);
  return {value ? "true" : "false", Cell::of(value)};
}

RandomCondition with_literal(const RandomColumn& column, Random& random) {
  const auto symbol = random.below(6);
  const auto literal = random_literal(column, random);
  if (random.chance(30))
    return {literal.text + " " + symbols[symbol] + " " + column.name,
            [&column, symbol, literal](auto row) {
              return compared(symbol, literal.cell, column.cells[row]);
            }};
  return {column.name + " " + symbols[symbol] + " " + literal.text,
          [&column, symbol, literal](auto row) {
            return compared(symbol, column.cells[row], literal.cell);
          }};
}

RandomCondition with_column(const std::vector<RandomColumn>& table, const RandomColumn& left,
                            Random& random) {
  const auto* right = &left;
  for (int tries = 0; tries < 50; ++tries) {
    right = &table[random.below(table.size())];
    if (right->group == left.group &&
        left.column.dtype.is(Kind::utf8) == right->column.dtype.is(Kind::utf8))
      break;
    right = &left;
  }
  const auto symbol = random.below(6);
  return {left.name + " " + symbols[symbol] + " " + right->name, [&left, right, symbol](auto row) {
            return compared(symbol, left.cells[row], right->cells[row]);
          }};
}

std::optional<bool> either(std::optional<bool> a, std::optional<bool> b) {
  if (a == true || b == true) return true;
  if (!a || !b) return std::nullopt;
  return false;
}
std::optional<bool> inverse(std::optional<bool> a) { return a ? std::optional(!*a) : a; }
std::optional<bool> both(std::optional<bool> a, std::optional<bool> b) {
  return inverse(either(inverse(a), inverse(b)));
}

RandomCondition in_list(const RandomColumn& column, Random& random) {
  std::vector<Literal> literals;
  std::string text;
  for (auto count = 1 + random.below(12); literals.size() < count;) {
    literals.push_back(random_literal(column, random));
    text += (text.empty() ? "" : ", ") + literals.back().text;
  }
  const bool negated = random.chance(30);
  return {column.name + (negated ? " not in (" : " in (") + text + ")",
          [&column, literals, negated](auto row) {
            std::optional<bool> found = false;
            for (const auto& literal : literals)
              found = either(found, compared(0, column.cells[row], literal.cell));
            return negated ? inverse(found) : found;
          }};
}

RandomCondition between(const RandomColumn& column, Random& random) {
  const auto low = random_literal(column, random), high = random_literal(column, random);
  const bool negated = random.chance(30);
  return {column.name + (negated ? " not between " : " between ") + low.text + " and " + high.text,
          [&column, low, high, negated](auto row) {
            const auto inside = both(compared(5, column.cells[row], low.cell),
                                     compared(3, column.cells[row], high.cell));
            return negated ? inverse(inside) : inside;
          }};
}

RandomCondition leaf(const std::vector<RandomColumn>& table, Random& random) {
  const auto& column = table[random.below(table.size())];
  switch (random.below(8)) {
    case 0: return in_list(column, random);
    case 1: return between(column, random);
    case 2: return with_column(table, column, random);
    case 3: {
      const bool negated = random.chance(50);
      return {column.name + (negated ? " is not null" : " is null"),
              [&column, negated](auto row) { return column.cells[row].null != negated; }};
    }
    case 4:
      if (column.group != Group::boolean) break;
      return {column.name,
              [&column](auto row) { return compared(0, column.cells[row], Cell::of(true)); }};
    case 5:
      if (random.chance(70)) break;
      return {"null", [](auto) { return std::optional<bool>(); }};
    default: break;
  }
  return with_literal(column, random);
}

}  // namespace

RandomCondition random_condition(const std::vector<RandomColumn>& table, Random& random,
                                 unsigned depth) {
  if (depth == 0 || random.chance(20)) return leaf(table, random);
  const auto a = random_condition(table, random, depth - 1);
  const auto choice = random.below(10);
  if (choice >= 6) {
    switch (choice) {
      case 6:
        return {fmt::format("not ({})", a.text), [a](auto row) { return inverse(a.at(row)); }};
      case 7:
        return {fmt::format("({}) is null", a.text),
                [a](auto row) { return !a.at(row).has_value(); }};
      case 8:
        return {fmt::format("({}) is not true", a.text),
                [a](auto row) { return a.at(row) != true; }};
      default:
        return {fmt::format("({}) is false", a.text), [a](auto row) { return a.at(row) == false; }};
    }
  }
  const auto b = random_condition(table, random, depth - 1);
  const auto c = random_condition(table, random, depth - 1);
  if (choice < 3)
    return {fmt::format("({}) and ({}) and ({})", a.text, b.text, c.text),
            [a, b, c](auto row) { return both(both(a.at(row), b.at(row)), c.at(row)); }};
  return {fmt::format("({}) or ({}) or ({})", a.text, b.text, c.text),
          [a, b, c](auto row) { return either(either(a.at(row), b.at(row)), c.at(row)); }};
}

}  // namespace gyre::test
