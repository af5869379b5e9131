#include "expr/detail/literal.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/decimal_text.hpp"
#include "base/half.hpp"
#include "dtype/civil.hpp"
#include "dtype/scalar.hpp"
#include "dtype/text.hpp"
#include "expr/detail/lexer.hpp"
#include "expr/detail/wide.hpp"

namespace gyre::expr {
namespace {

using What = Syntax::What;

/// Power of ten of the digit in front of the first one.
std::int64_t magnitude(const DecimalNumber& number) {
  return number.exponent + static_cast<std::int64_t>(number.digits.size());
}

/// The nearest number of a type that from_chars knows.
template <class T>
T nearest(const DecimalNumber& number) {
  T value = 0;
  if (!number.digits.empty()) {
    const auto text = fmt::format("{}e{}", number.digits, number.exponent);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{})
      value = magnitude(number) > 0 ? std::numeric_limits<T>::infinity() : T{0};
  }
  return number.negative ? -value : value;
}

/// Rounding to double first may end right between two halves, with the digits on one side of it: a step of the double to
/// that side settles it.
std::uint16_t nearest_half(const DecimalNumber& number) {
  auto value = nearest<double>(number);
  const auto steps = std::ldexp(value, 25);  // all places between two halves are whole in 2^-25
  if (std::fabs(steps) < std::ldexp(1.0, 42) && steps == std::trunc(steps)) {
    constexpr std::int64_t five_to_25 = 298'023'223'876'953'125;
    const auto whole = Int256::of(static_cast<i128>(steps) * five_to_25);  // value * 10^25
    const auto place = place_of(number, 25);
    const auto order = place.floor <=> whole;
    if (order < 0)
      value = std::nextafter(value, -std::numeric_limits<double>::infinity());
    else if (order > 0 || !place.exact)
      value = std::nextafter(value, std::numeric_limits<double>::infinity());
  }
  return double_to_half(value);
}

/// NaN and infinity have no digits: they are written as texts.
std::optional<double> special_number(std::string_view text) {
  auto word = lower(text);
  const bool minus = word.starts_with('-');
  if (minus || word.starts_with('+')) word.erase(0, 1);
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (word != "inf" && word != "infinity") return std::nullopt;
  return minus ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
}

std::unexpected<Error> mismatch(const Syntax& literal, const BoundColumn& column) {
  return fail(Code::invalid_argument, "expression: at {}: cannot compare {} ({}) with {}",
              literal.position, column.name, to_text(column.dtype), kind_name(literal));
}

std::unexpected<Error> unreadable(const Syntax& literal, const BoundColumn& column) {
  return fail(Code::invalid_argument, "expression: at {}: cannot read {} as {}, the type of {}",
              literal.position, excerpt(literal.text), to_text(column.dtype.with_nullable(false)),
              column.name);
}

Result<Place> place_of(const Syntax& literal, const BoundColumn& column, const Form& form) {
  if (form.family == Form::Family::boolean) {
    const auto word = literal.what == What::text ? lower(literal.text) : "";
    if (literal.what == What::text && word != "true" && word != "false")
      return unreadable(literal, column);
    if (literal.what != What::text && literal.what != What::boolean)
      return mismatch(literal, column);
    return Place{Int256::of(std::uint64_t{literal.flag || word == "true"}), true};
  }
  if (form.family != Form::Family::number) {
    if (literal.what != What::text && literal.what != What::date && literal.what != What::time &&
        literal.what != What::timestamp)
      return mismatch(literal, column);
    if ((literal.what == What::time) != (form.family == Form::Family::time_of_day) &&
        literal.what != What::text)
      return mismatch(literal, column);
    const auto nanoseconds = nanoseconds_of(literal, form.family);
    if (!nanoseconds) return unreadable(literal, column);
    const auto unit =
        static_cast<i128>(power_of_ten(static_cast<unsigned>(form.power)).low64()) * form.factor;
    auto quotient = *nanoseconds / unit;
    const auto rest = *nanoseconds % unit;
    if (rest < 0) --quotient;
    return Place{Int256::of(quotient), rest == 0};
  }
  if (literal.what != What::number && literal.what != What::text) return mismatch(literal, column);
  if (form.floating())
    if (const auto special = special_number(literal.text))
      return Place{order_of(form, gyre::float_word(form.ptype, *special)), true};
  const auto number = parse_number(literal.text);
  if (!number) return unreadable(literal, column);
  if (form.floating()) return Place{order_of(form, float_word(form.ptype, *number)), true};
  return place_of(*number, -form.power);
}

}  // namespace

std::optional<DecimalNumber> parse_number(std::string_view text) {
  DecimalNumber number;
  number.negative = text.starts_with('-');
  if (number.negative || text.starts_with('+')) text.remove_prefix(1);
  bool point = false, any = false;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (c < '0' || c > '9') break;
    any = true;
    number.exponent -= point;
    if (c != '0' || !number.digits.empty()) number.digits.push_back(c);
  }
  if (!any) return std::nullopt;
  if (at < text.size()) {
    if (text[at] != 'e' && text[at] != 'E') return std::nullopt;
    auto power = text.substr(at + 1);
    if (power.starts_with('+')) {
      power.remove_prefix(1);
      if (power.starts_with('-')) return std::nullopt;
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(power.data(), power.data() + power.size(), value);
    if (end != power.data() + power.size() || error == std::errc::invalid_argument)
      return std::nullopt;
    constexpr std::int64_t far = 1'000'000'000;  // beyond every type, and sums of it stay whole
    if (error == std::errc::result_out_of_range) value = power.starts_with('-') ? -far : far;
    number.exponent += std::clamp(value, -far, far);
  }
  while (number.digits.ends_with('0')) {
    number.digits.pop_back();
    ++number.exponent;
  }
  if (number.digits.empty()) number = {};
  return number;
}

std::strong_ordering operator<=>(const DecimalNumber& left, const DecimalNumber& right) {
  const auto sign = [](const DecimalNumber& n) {
    return n.digits.empty() ? 0 : n.negative ? -1 : 1;
  };
  if (sign(left) != sign(right)) return sign(left) <=> sign(right);
  if (sign(left) == 0) return std::strong_ordering::equal;
  auto order = magnitude(left) <=> magnitude(right);
  if (order == 0) order = left.digits <=> right.digits;
  return left.negative ? 0 <=> order : order;
}

Int256 float_word(PType ptype, const DecimalNumber& number) {
  switch (ptype) {
    case PType::f16: return Int256::of(std::uint64_t{nearest_half(number)});
    case PType::f32:
      return Int256::of(std::uint64_t{std::bit_cast<std::uint32_t>(nearest<float>(number))});
    default: return Int256::of(std::bit_cast<std::uint64_t>(nearest<double>(number)));
  }
}

Place place_of(const DecimalNumber& number, int power) {
  if (number.digits.empty()) return {Int256{}, true};
  const auto exponent = number.exponent + power;
  const auto whole = static_cast<std::int64_t>(number.digits.size()) + exponent;
  // The ends leave room for the number behind them.
  const Place beyond{number.negative ? next(lowest) : previous(widest), true};
  if (whole > 76) return beyond;
  std::string digits = "0";
  if (whole > 0) digits += number.digits.substr(0, static_cast<std::size_t>(whole));
  if (exponent > 0) digits.append(static_cast<std::size_t>(exponent), '0');
  const auto parsed = parse_decimal(digits);
  if (!parsed) return beyond;
  Place place{number.negative ? negated(parsed->value) : parsed->value, exponent >= 0};
  if (number.negative && !place.exact) place.floor = previous(place.floor);
  return place;
}

std::optional<i128> nanoseconds_of(const Syntax& literal, Form::Family family) {
  const auto& text = literal.text;
  if (family == Form::Family::time_of_day) {
    const auto time = parse_time(text, TimeUnit::nanoseconds);
    return time ? std::optional<i128>(*time) : std::nullopt;
  }
  if (const auto date = parse_date(text); date && literal.what != What::timestamp)
    return static_cast<i128>(*date) * 86'400'000'000'000;
  if (literal.what == What::date) return std::nullopt;
  bool has_zone = false;
  for (const auto unit :
       {TimeUnit::nanoseconds, TimeUnit::microseconds, TimeUnit::milliseconds, TimeUnit::seconds})
    if (const auto time = parse_timestamp(text, unit, has_zone))
      return static_cast<i128>(*time) * (1'000'000'000 / per_second(unit));
  if (const auto date = parse_date(text)) return static_cast<i128>(*date) * 86'400'000'000'000;
  return std::nullopt;
}

Result<NumberSet> numbers_that(Comparison comparison, const Syntax& literal,
                               const BoundColumn& column) {
  const auto form = form_of(column.dtype);
  const auto place = GYRE_TRY(place_of(literal, column, form));
  const auto end = next(place.floor);
  auto set = set_that(comparison, place.exact ? place.floor : end, end);
  if (form.decimal) return set;
  const auto range = order_range(form);
  return set.clipped(range.first, next(range.last));
}

Result<TextSet> texts_that(Comparison comparison, const Syntax& literal,
                           const BoundColumn& column) {
  if (literal.what != What::text && literal.what != What::bytes) return mismatch(literal, column);
  return set_that(comparison, TextCut{literal.text, false}, TextCut{literal.text, true});
}

Comparison opposite(Comparison comparison) {
  switch (comparison) {
    case Comparison::equal: return Comparison::not_equal;
    case Comparison::not_equal: return Comparison::equal;
    case Comparison::less: return Comparison::greater_equal;
    case Comparison::less_equal: return Comparison::greater;
    case Comparison::greater: return Comparison::less_equal;
    default: return Comparison::less;
  }
}

Comparison mirrored(Comparison comparison) {
  switch (comparison) {
    case Comparison::less: return Comparison::greater;
    case Comparison::less_equal: return Comparison::greater_equal;
    case Comparison::greater: return Comparison::less;
    case Comparison::greater_equal: return Comparison::less_equal;
    default: return comparison;
  }
}

bool holds(Comparison comparison, std::strong_ordering order) {
  switch (comparison) {
    case Comparison::equal: return order == 0;
    case Comparison::not_equal: return order != 0;
    case Comparison::less: return order < 0;
    case Comparison::less_equal: return order <= 0;
    case Comparison::greater: return order > 0;
    default: return order >= 0;
  }
}

std::string_view kind_name(const Syntax& literal) {
  switch (literal.what) {
    case What::null: return "null";
    case What::boolean: return "true or false";
    case What::number: return "a number";
    case What::text: return "a text";
    case What::bytes: return "a binary literal";
    case What::date: return "a date";
    case What::time: return "a time";
    case What::timestamp: return "a timestamp";
    default: return "an expression";
  }
}

}  // namespace gyre::expr
