#include "text/parse_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/decimal_text.hpp"
#include "dtype/civil.hpp"

namespace gyre {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view text, std::string_view lower_word) {
  return std::ranges::equal(text, lower_word, {}, lower);
}

/// Takes the sign of a whole number off; false where the spelling does not allow it.
bool take_sign(std::string_view& text, bool& minus, Spelling spelling) {
  minus = text.starts_with('-');
  const bool plus = text.starts_with('+');
  if (plus && spelling == Spelling::exact) return false;
  if (minus || plus) text.remove_prefix(1);
  if (text.empty()) return false;
  const bool odd_zero = text[0] == '0' && (text.size() > 1 || minus);
  return !odd_zero || spelling == Spelling::any;
}

std::optional<std::uint64_t> parse_magnitude(std::string_view text) {
  std::uint64_t value = 0;
  for (const char c : text) {
    if (!is_digit(c) || __builtin_mul_overflow(value, std::uint64_t{10}, &value) ||
        __builtin_add_overflow(value, static_cast<std::uint64_t>(c - '0'), &value))
      return std::nullopt;
  }
  return value;
}

// Past those of any float, however many digits are written out.
constexpr std::int64_t far_exponent = std::int64_t{1} << 40;

/// The digits of a number without zeros around them, and the power of ten of the first.
struct PlainNumber {
  std::string digits;
  std::int64_t exponent = 0;
  bool operator==(const PlainNumber&) const = default;
};

PlainNumber plain_number(std::string_view text) {
  PlainNumber number;
  if (text.starts_with('-')) text.remove_prefix(1);
  std::int64_t exponent = 0;
  if (const auto mark = text.find_first_of("eE"); mark != std::string_view::npos) {
    auto written = text.substr(mark + 1);
    if (written.starts_with('+')) written.remove_prefix(1);
    const auto end = written.data() + written.size();
    if (std::from_chars(written.data(), end, exponent).ec == std::errc::result_out_of_range)
      exponent = written[0] == '-' ? -far_exponent : far_exponent;
    text = text.substr(0, mark);
  }
  const auto point = std::min(text.find('.'), text.size());
  std::int64_t place = static_cast<std::int64_t>(point) - 1;
  for (const char c : text) {
    if (c == '.') continue;
    if (c != '0' && number.digits.empty()) number.exponent = place + exponent;
    if (c != '0' || !number.digits.empty()) number.digits.push_back(c);
    --place;
  }
  while (number.digits.ends_with('0')) number.digits.pop_back();
  return number;
}

template <class Float>
std::optional<Float> parse_float(std::string_view text) {
  const bool plus = text.starts_with('+');
  if (plus) text.remove_prefix(1);
  if (text.empty() || (plus && text[0] == '-')) return std::nullopt;
  Float value = 0;
  const auto end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (stopped != end || text.back() == ')') return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // Too small is a zero; too large fits no float.
    if (plain_number(text).exponent > 0) return std::nullopt;
    return text[0] == '-' ? -Float{0} : Float{0};
  }
  if (error != std::errc()) return std::nullopt;
  return value;
}

bool is_special_float(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  constexpr std::array<std::string_view, 6> words{"NaN", "nan",      "inf",
                                                  "Inf", "Infinity", "infinity"};
  return std::ranges::find(words, text) != words.end();
}

}  // namespace

std::optional<std::int64_t> parse_i64(std::string_view text, Spelling spelling) {
  bool minus = false;
  if (!take_sign(text, minus, spelling)) return std::nullopt;
  const auto magnitude = parse_magnitude(text);
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!magnitude || *magnitude > most + (minus ? 1 : 0)) return std::nullopt;
  return static_cast<std::int64_t>(minus ? 0 - *magnitude : *magnitude);
}

std::optional<std::uint64_t> parse_u64(std::string_view text, Spelling spelling) {
  bool minus = false;
  if (!take_sign(text, minus, spelling)) return std::nullopt;
  const auto magnitude = parse_magnitude(text);
  if (minus && magnitude && *magnitude != 0) return std::nullopt;
  return magnitude;
}

std::optional<Int256> parse_scaled(std::string_view text, unsigned precision, int scale,
                                   Spelling spelling) {
  if (spelling == Spelling::exact) {
    const auto shape = shape_of(text);
    if (!shape.is_number || shape.zeros_in_front || (shape.minus && shape.significant_digits == 0))
      return std::nullopt;
  }
  const auto parsed = parse_decimal(text);
  if (!parsed) return std::nullopt;
  auto value = scale_by_power_of_ten(parsed->value, scale - parsed->scale);
  if (!value) return std::nullopt;
  const auto below =
      *scale_by_power_of_ten(Int256::of(std::int64_t{-1}), static_cast<int>(precision));
  if (*value >= power_of_ten(precision) || *value <= below) return std::nullopt;
  return value;
}

std::optional<double> parse_f64(std::string_view text, Spelling spelling) {
  if (spelling == Spelling::any) return parse_float<double>(text);
  const auto shape = shape_of(text);
  if (shape.is_number ? shape.zeros_in_front || !is_exact_f64(text, shape)
                      : !is_special_float(text))
    return std::nullopt;
  return parse_float<double>(text);
}

std::optional<float> parse_f32(std::string_view text) { return parse_float<float>(text); }

std::optional<bool> parse_bool(std::string_view text, Spelling spelling) {
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  if (spelling == Spelling::exact) return std::nullopt;
  for (const std::string_view word : {"true", "t", "yes", "y", "1"})
    if (same_word(text, word)) return true;
  for (const std::string_view word : {"false", "f", "no", "n", "0"})
    if (same_word(text, word)) return false;
  return std::nullopt;
}

std::optional<std::int64_t> parse_instant(std::string_view text, TimeUnit unit, bool utc,
                                          Spelling spelling) {
  bool has_zone = false;
  auto value = parse_timestamp(text, unit, has_zone);
  if (!value || has_zone != utc) return std::nullopt;
  if (utc && spelling == Spelling::exact && text.back() != 'Z') return std::nullopt;
  return value;
}

bool parse_hex(std::string_view text, std::string& bytes) {
  if (text.size() % 2 != 0) return false;
  bytes.clear();
  for (std::size_t i = 0; i < text.size(); i += 2) {
    unsigned char byte = 0;
    const auto from = text.data() + i;
    if (!std::isxdigit(static_cast<unsigned char>(from[0])) ||
        std::from_chars(from, from + 2, byte, 16).ptr != from + 2)
      return false;
    bytes.push_back(static_cast<char>(byte));
  }
  return true;
}

NumberShape shape_of(std::string_view text) {
  NumberShape shape;
  std::size_t at = 0;
  shape.minus = text.starts_with('-');
  if (shape.minus) ++at;
  const auto digits_from = at;
  std::size_t first_significant = text.size(), last_significant = 0, points_between = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !shape.has_point) {
      shape.has_point = true;
      continue;
    }
    if (!is_digit(c)) break;
    ++(shape.has_point ? shape.fraction_digits : shape.whole_digits);
    if (c == '0') continue;
    if (first_significant == text.size()) {
      first_significant = at;
      points_between = shape.has_point ? 1 : 0;
    }
    last_significant = at;
  }
  const auto digits_to = at;
  if (shape.whole_digits + shape.fraction_digits == 0) return shape;
  if (at < text.size()) {
    shape.has_exponent = true;
    if (text[at] != 'e' && text[at] != 'E') return shape;
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    if (at == text.size() ||
        !std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_digit))
      return shape;
  }
  shape.is_number = true;
  shape.zeros_in_front = shape.whole_digits > 1 && text[digits_from] == '0';
  shape.zeros_behind = shape.fraction_digits > 1 && text[digits_to - 1] == '0';
  if (first_significant < text.size()) {
    const bool point_after =
        shape.has_point && points_between == 0 &&
        text.substr(first_significant, last_significant - first_significant).find('.') !=
            std::string_view::npos;
    shape.significant_digits = last_significant - first_significant + 1 - (point_after ? 1 : 0);
  }
  return shape;
}

bool is_exact_f64(std::string_view text, const NumberShape& shape) {
  // 15 digits always survive, where they are not near the ends of the range.
  if (shape.significant_digits <= 15 && !shape.has_exponent && text.size() < 300) return true;
  const auto value = parse_float<double>(text);
  if (!value || !std::isfinite(*value)) return false;
  char shortest[32];
  const auto end =
      std::to_chars(shortest, shortest + sizeof shortest, *value, std::chars_format::scientific)
          .ptr;
  return plain_number({shortest, end}) == plain_number(text);
}

}  // namespace gyre
