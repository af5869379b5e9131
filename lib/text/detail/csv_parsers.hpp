#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "base/half.hpp"
#include "base/words.hpp"
#include "dtype/civil.hpp"
#include "dtype/temporal.hpp"
#include "text/csv_tokenizer.hpp"
#include "text/detail/plain_values.hpp"
#include "text/parse_values.hpp"
#include "text/text_options.hpp"

namespace gyre {

// What turns the text of a field into a value of one size: a call gives false where it cannot.

/// The number with a point as its mark; nothing where it has one in spite of another mark. As unquote does, this leaves
/// room around a text in `scratch`.
inline std::optional<std::string_view> with_point(std::string_view text, char mark,
                                                  std::string& scratch) {
  if (mark == '.') return text;
  if (text.find('.') != std::string_view::npos) return std::nullopt;
  const auto at = text.find(mark);
  if (at == std::string_view::npos) return text;
  scratch.assign(scratch_room, ' ').append(text).append(scratch_room, ' ');
  scratch[scratch_room + at] = '.';
  return std::string_view(scratch).substr(scratch_room, text.size());
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
    if (std::int64_t value = 0; parse_plain_i64(text, value) && value >= 0) {
      out = static_cast<Word>(value);
      return true;
    }
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
  bool quick;  // what the quick ways take fits the precision
  std::string scratch = {};

  bool operator()(std::string_view field, Word& out) {
    const auto text = with_point(field, mark, scratch);
    if (!text) return false;
    if (quick) [[likely]] {
      std::int64_t value = 0;
      if (scale == 0 ? parse_plain_i64(*text, value)
                     : parse_plain_scaled(*text, static_cast<unsigned>(scale), value)) {
        out = widened(value);
        return true;
      }
    }
    const auto slow = parse_scaled(*text, precision, scale, spelling);
    if (slow) out = truncate<Word>(*slow);
    return slow.has_value();
  }

 private:
  static Word widened(std::int64_t value) {
    if constexpr (std::is_same_v<Word, Int256>) {
      return Int256::of(value);
    } else {
      return static_cast<Word>(i128{value});
    }
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

/// Without a form, ISO 8601.
struct ParseDate {
  using Word = std::int32_t;
  const TimeForm* form;
  bool operator()(std::string_view text, Word& out) const {
    if (!form && parse_plain_days(text, out)) [[likely]]
      return true;
    const auto days = form ? form->date(text) : parse_date(text);
    out = days.value_or(0);
    return days.has_value();
  }
};

struct ParseDateMilliseconds {
  using Word = std::int64_t;
  ParseDate parse;
  bool operator()(std::string_view text, Word& out) const {
    std::int32_t days = 0;
    const bool good = parse(text, days);
    out = std::int64_t{days} * 86'400'000;
    return good;
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
  const TimeForm* form;
  bool operator()(std::string_view text, Word& out) const {
    std::optional<std::int64_t> value;
    if (!form) {
      value = parse_instant(text, unit, utc, spelling);
    } else if (form->has_zone() == utc) {
      value = form->timestamp(text, unit);
    }
    out = value.value_or(0);
    return value.has_value();
  }
};

/// Calls `make` with what reads the values of a primitive, decimal or temporal type, which become words of one size.
/// `options` outlives what is made.
template <class Make>
auto with_integer_parser(PType ptype, Spelling spelling, Make&& make) {
  const auto integer = [&]<class Signed>(Signed) {
    using Unsigned = std::make_unsigned_t<Signed>;
    ParseInteger<Unsigned> parse{spelling, std::numeric_limits<Signed>::min(),
                                 std::numeric_limits<Signed>::max()};
    if (is_unsigned(ptype)) {
      parse.least = 0;
      if constexpr (sizeof(Signed) < 8) parse.most = std::numeric_limits<Unsigned>::max();
    }
    return make(parse);
  };
  switch (byte_width(ptype)) {
    case 1: return integer(std::int8_t{});
    case 2: return integer(std::int16_t{});
    case 4: return integer(std::int32_t{});
    default: return ptype == PType::u64 ? make(ParseU64{spelling}) : integer(std::int64_t{});
  }
}

template <class Make>
auto with_temporal_parser(const DType& dtype, const Temporal& temporal, Spelling spelling,
                          const TextOptions& options, Make&& make) {
  const auto* date = options.times.date ? &*options.times.date : nullptr;
  const auto* timestamp = options.times.timestamp ? &*options.times.timestamp : nullptr;
  const auto unit = temporal.unit;
  const bool narrow = word_bytes(dtype.physical()) == 4;
  switch (temporal.what) {
    case Temporal::What::date:
      return narrow ? make(ParseDate{date}) : make(ParseDateMilliseconds{{date}});
    case Temporal::What::time:
      return narrow ? make(ParseTime<std::int32_t>{unit}) : make(ParseTime<std::int64_t>{unit});
    case Temporal::What::timestamp: break;
  }
  // A date alone is its midnight, where that is what someone asks for.
  const auto* form = timestamp || spelling == Spelling::exact ? timestamp : date;
  return make(ParseTimestamp{unit, !temporal.zone.empty(), spelling, form});
}

template <class Make>
auto with_word_parser(const DType& dtype, Spelling spelling, const TextOptions& options,
                      Make&& make) {
  const char mark = options.decimal_mark;
  if (const auto temporal = temporal_of(dtype))
    return with_temporal_parser(dtype, *temporal, spelling, options, make);
  if (dtype.is(Kind::decimal)) {
    const auto precision = dtype.precision();
    const auto scale = dtype.scale();
    const bool quick = scale == 0 ? precision >= 16 : scale > 0 && scale <= 7 && precision >= 8;
    return word_bytes(dtype) == 16
               ? make(ParseDecimal<u128>{spelling, precision, scale, mark, quick})
               : make(ParseDecimal<Int256>{spelling, precision, scale, mark, quick});
  }
  switch (dtype.ptype()) {
    case PType::f16: return make(ParseF16{{spelling, mark}});
    case PType::f32: return make(ParseF32{mark});
    case PType::f64: return make(ParseF64{spelling, mark});
    default: return with_integer_parser(dtype.ptype(), spelling, make);
  }
}

/// Whether with_word_parser knows the type.
inline bool has_word_parser(const DType& dtype) {
  return dtype.is(Kind::primitive) || dtype.is(Kind::decimal) || temporal_of(dtype);
}

}  // namespace gyre
