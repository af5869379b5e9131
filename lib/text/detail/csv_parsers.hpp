#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/half.hpp"
#include "base/words.hpp"
#include "dtype/civil.hpp"
#include "text/parse_values.hpp"

namespace gyre {

// What turns the text of a field into a value of one size: a call gives false where it cannot.

/// The number with a point as its mark; nothing where it has one in spite of another mark.
inline std::optional<std::string_view> with_point(std::string_view text, char mark,
                                                  std::string& scratch) {
  if (mark == '.') return text;
  if (text.find('.') != std::string_view::npos) return std::nullopt;
  const auto at = text.find(mark);
  if (at == std::string_view::npos) return text;
  scratch = text;
  scratch[at] = '.';
  return scratch;
}

template <class W>
struct ParseInteger {
  using Word = W;
  Spelling spelling;
  std::int64_t least, most;  // of types that i64 holds

  bool operator()(std::string_view text, Word& out) const {
    std::int64_t value = 0;
    if (!parse_plain_i64(text, value)) [[unlikely]] {
      const auto slow = parse_i64(text, spelling);
      if (!slow) return false;
      value = *slow;
    }
    out = static_cast<Word>(value);
    return value >= least && value <= most;
  }
};

struct ParseU64 {
  using Word = std::uint64_t;
  Spelling spelling;

  bool operator()(std::string_view text, Word& out) const {
    if (parse_digits(text, out) && (text[0] != '0' || text.size() == 1)) return true;
    const auto slow = parse_u64(text, spelling);
    out = slow.value_or(0);
    return slow.has_value();
  }
};

template <class W>
struct ParseDecimal {
  using Word = W;
  Spelling spelling;
  unsigned precision;
  int scale;
  char mark;
  // Of short numbers the quick way takes, all fit the precision.
  bool quick;
  std::string scratch = {};

  bool operator()(std::string_view field, Word& out) {
    const auto text = with_point(field, mark, scratch);
    if (!text) return false;
    std::int64_t value = 0;
    if (quick && parse_plain_scaled(*text, static_cast<unsigned>(scale), value)) [[likely]] {
      out = truncate<Word>(Int256::of(value));
      return true;
    }
    const auto slow = parse_scaled(*text, precision, scale, spelling);
    if (slow) out = truncate<Word>(*slow);
    return slow.has_value();
  }
};

struct ParseF64 {
  using Word = double;
  Spelling spelling;
  char mark;
  std::string scratch = {};

  bool operator()(std::string_view field, Word& out) {
    const auto text = with_point(field, mark, scratch);
    if (text && parse_plain_f64(*text, out)) [[likely]]
      return true;
    const auto value = text ? parse_f64(*text, spelling) : std::nullopt;
    out = value.value_or(0);
    return value.has_value();
  }
};

struct ParseF32 {
  using Word = float;
  char mark;
  std::string scratch = {};

  bool operator()(std::string_view field, Word& out) {
    const auto text = with_point(field, mark, scratch);
    const auto value = text ? parse_f32(*text) : std::nullopt;
    out = value.value_or(0);
    return value.has_value();
  }
};

struct ParseF16 {
  using Word = std::uint16_t;
  ParseF64 parse;

  bool operator()(std::string_view field, Word& out) {
    double value = 0;
    if (!parse(field, value)) return false;
    out = double_to_half(value);
    return !std::isfinite(value) || std::isfinite(half_to_float(out));
  }
};

struct ParseDate {
  using Word = std::int32_t;
  bool operator()(std::string_view text, Word& out) const {
    const auto days = parse_days(text);
    out = days.value_or(0);
    return days.has_value();
  }
};

struct ParseDateMilliseconds {
  using Word = std::int64_t;
  bool operator()(std::string_view text, Word& out) const {
    const auto days = parse_days(text);
    out = std::int64_t{days.value_or(0)} * 86'400'000;
    return days.has_value();
  }
};

template <class W>
struct ParseTime {
  using Word = W;
  TimeUnit unit;
  bool operator()(std::string_view text, Word& out) const {
    const auto value = parse_time(text, unit);
    out = static_cast<Word>(value.value_or(0));  // a day has less than 2^31 milliseconds
    return value.has_value();
  }
};

struct ParseTimestamp {
  using Word = std::int64_t;
  TimeUnit unit;
  bool utc;
  Spelling spelling;
  bool operator()(std::string_view text, Word& out) const {
    const auto value = parse_instant(text, unit, utc, spelling);
    out = value.value_or(0);
    return value.has_value();
  }
};

}  // namespace gyre
