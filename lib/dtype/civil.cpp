#include "dtype/civil.hpp"

#include <fmt/core.h>

#include <limits>

#include "base/words.hpp"

namespace gyre {
namespace {

// A cycle of the calendar has 400 years. Counting from 0000-03-01 puts the leap day last in its
// year.
constexpr std::int64_t days_per_cycle = 146'097;
constexpr std::int64_t epoch_from_march_0 = 719'468;
constexpr std::int64_t seconds_per_day = 86'400;

struct Split {
  std::int64_t quotient, rest;
};
/// Division that rounds down: the rest is 0 .. by - 1.
constexpr Split split(std::int64_t value, std::int64_t by) {
  Split result{value / by, value % by};
  if (result.rest < 0) {
    result.rest += by;
    --result.quotient;
  }
  return result;
}

constexpr bool is_leap(std::int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

unsigned fraction_digits(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::nanoseconds: return 9;
    case TimeUnit::microseconds: return 6;
    case TimeUnit::milliseconds: return 3;
    default: return 0;
  }
}

/// Writes `value` right-aligned with leading zeros.
void put_digits(char* to, unsigned count, std::uint64_t value) {
  for (; count > 0; --count, value /= 10) to[count - 1] = static_cast<char>('0' + value % 10);
}

/// hh:mm:ss and the fraction, of a time below 100 hours.
void append_clock(std::string& out, std::uint64_t seconds, std::uint64_t fraction, TimeUnit unit) {
  char text[] = "00:00:00.000000000";
  put_digits(text, 2, seconds / 3600);
  put_digits(text + 3, 2, seconds / 60 % 60);
  put_digits(text + 6, 2, seconds % 60);
  auto digits = fraction == 0 ? 0 : fraction_digits(unit);
  put_digits(text + 9, digits, fraction);
  while (digits > 0 && text[8 + digits] == '0') --digits;
  out.append(text, digits == 0 ? 8 : 9 + digits);
}

/// What is left of a text; each reader takes what it wants from the front, or says no.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool done() const { return text_.empty(); }
  char next() const { return text_.empty() ? '\0' : text_[0]; }
  bool take(char c) {
    if (next() != c || done()) return false;
    text_.remove_prefix(1);
    return true;
  }
  /// Exactly `count` digits, at most 18.
  bool digits(std::size_t count, std::int64_t& value) {
    if (text_.size() < count) return false;
    value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const char c = text_[i];
      if (c < '0' || c > '9') return false;
      value = value * 10 + (c - '0');
    }
    text_.remove_prefix(count);
    return true;
  }
  std::size_t digits_ahead() const {
    std::size_t count = 0;
    while (count < text_.size() && text_[count] >= '0' && text_[count] <= '9') ++count;
    return count;
  }

  bool date(std::int64_t& days) {
    std::int64_t year = 0, month = 0, day = 0;
    if (!this->year(year) || !take('-') || !digits(2, month) || !take('-') || !digits(2, day))
      return false;
    if (month < 1 || month > 12 || day < 1) return false;
    const auto in_year = static_cast<unsigned>(month);
    if (day > month_days(year, in_year)) return false;
    days = days_of({year, in_year, static_cast<unsigned>(day)});
    return true;
  }

  /// Seconds of the day, and the fraction in `unit`.
  bool clock(TimeUnit unit, std::int64_t& seconds, std::int64_t& fraction) {
    std::int64_t hour = 0, minute = 0, second = 0;
    fraction = 0;
    if (!digits(2, hour) || !take(':') || !digits(2, minute)) return false;
    if (take(':')) {
      if (!digits(2, second)) return false;
      if (take('.') && !this->fraction(unit, fraction)) return false;
    }
    if (hour > 23 || minute > 59 || second > 59) return false;
    seconds = hour * 3600 + minute * 60 + second;
    return true;
  }

  /// Z or an offset from UTC, in seconds.
  bool zone(std::int64_t& offset) {
    if (take('Z')) {
      offset = 0;
      return true;
    }
    const bool west = next() == '-';
    std::int64_t hour = 0, minute = 0;
    if (!(take('-') || take('+')) || !digits(2, hour)) return false;
    if ((take(':') || !done()) && !digits(2, minute)) return false;
    if (hour > 23 || minute > 59) return false;
    offset = (hour * 60 + minute) * (west ? -60 : 60);
    return true;
  }

 private:
  bool year(std::int64_t& year) {
    const bool minus = next() == '-';
    if (!minus && next() != '+') return digits(4, year);
    text_.remove_prefix(1);
    const auto count = digits_ahead();
    if (count < (minus ? 4u : 5u) || count > 12 || (count > 4 && next() == '0')) return false;
    if (!digits(count, year) || (minus && year == 0)) return false;
    if (minus) year = -year;
    return true;
  }

  bool fraction(TimeUnit unit, std::int64_t& fraction) {
    const auto kept = fraction_digits(unit), given = static_cast<unsigned>(digits_ahead());
    if (given == 0) return false;
    for (unsigned i = 0; i < kept; ++i) {
      fraction *= 10;
      if (i < given) fraction += text_[i] - '0';
    }
    for (unsigned i = kept; i < given; ++i)
      if (text_[i] != '0') return false;
    text_.remove_prefix(given);
    return true;
  }

  std::string_view text_;
};

}  // namespace

CivilDate civil_date(std::int64_t days) {
  const auto [cycle, day_of_cycle] = split(days + epoch_from_march_0, days_per_cycle);
  const auto day = static_cast<std::uint32_t>(day_of_cycle);
  const auto year = (day - day / 1460 + day / 36'524 - day / 146'096) / 365;
  const auto day_of_year = day - (year * 365 + year / 4 - year / 100);
  // Months from March on have 31 30 31 30 31 days, twice, then 31 and what is left: 153 days to
  // five months.
  const auto month = (5 * day_of_year + 2) / 153;
  return {cycle * 400 + year + (month >= 10), month < 10 ? month + 3 : month - 9,
          day_of_year - (153 * month + 2) / 5 + 1};
}

std::int64_t days_of(const CivilDate& date) {
  const bool before_march = date.month <= 2;
  const auto [cycle, year] = split(date.year - before_march, 400);
  const auto month = before_march ? date.month + 9 : date.month - 3;
  const auto day_of_year = (153 * month + 2) / 5 + date.day - 1;
  return cycle * days_per_cycle + year * 365 + year / 4 - year / 100 + day_of_year -
         epoch_from_march_0;
}

unsigned month_days(std::int64_t year, unsigned month) {
  if (month == 2) return is_leap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

std::optional<std::int32_t> parse_date(std::string_view text) {
  Scanner scanner(text);
  std::int64_t days = 0;
  if (!scanner.date(days) || !scanner.done()) return std::nullopt;
  const auto narrow = static_cast<std::int32_t>(days);
  if (narrow != days) return std::nullopt;
  return narrow;
}

std::optional<std::int64_t> parse_time(std::string_view text, TimeUnit unit) {
  Scanner scanner(text);
  std::int64_t seconds = 0, fraction = 0;
  if (unit == TimeUnit::days || !scanner.clock(unit, seconds, fraction) || !scanner.done())
    return std::nullopt;
  return seconds * per_second(unit) + fraction;
}

std::optional<std::int64_t> parse_timestamp(std::string_view text, TimeUnit unit, bool& has_zone) {
  Scanner scanner(text);
  std::int64_t days = 0, seconds = 0, fraction = 0, offset = 0;
  if (unit == TimeUnit::days || !scanner.date(days)) return std::nullopt;
  if (!scanner.take('T') && !scanner.take(' ')) return std::nullopt;
  if (!scanner.clock(unit, seconds, fraction)) return std::nullopt;
  has_zone = !scanner.done();
  if (has_zone && (!scanner.zone(offset) || !scanner.done())) return std::nullopt;
  const auto whole = i128{days} * seconds_per_day + seconds - offset;
  const auto value = whole * per_second(unit) + fraction;
  const auto narrow = static_cast<std::int64_t>(value);
  if (narrow != value) return std::nullopt;
  return narrow;
}

void append_date(std::string& out, std::int64_t days) {
  const auto date = civil_date(days);
  char text[] = "0000-00-00";
  put_digits(text + 5, 2, date.month);
  put_digits(text + 8, 2, date.day);
  if (date.year >= 0 && date.year <= 9999) {
    put_digits(text, 4, static_cast<std::uint64_t>(date.year));
    out.append(text, 10);
  } else {
    out += date.year < 0 ? fmt::format("-{:04}", -date.year) : fmt::format("+{}", date.year);
    out.append(text + 4, 6);
  }
}

void append_time(std::string& out, std::int64_t value, TimeUnit unit) {
  const auto per = static_cast<std::uint64_t>(unit == TimeUnit::days ? 1 : per_second(unit));
  auto magnitude = static_cast<std::uint64_t>(value);
  if (value < 0) {
    out.push_back('-');
    magnitude = 0 - magnitude;
  }
  auto seconds = magnitude / per;
  if (const auto hours = seconds / 3600; hours >= 100) {
    out += std::to_string(hours / 100);
    seconds -= hours / 100 * 100 * 3600;
  }
  append_clock(out, seconds, magnitude % per, unit);
}

void append_timestamp(std::string& out, std::int64_t value, TimeUnit unit, bool utc) {
  const auto [seconds, fraction] = split(value, unit == TimeUnit::days ? 1 : per_second(unit));
  const auto [days, rest] = split(seconds, seconds_per_day);
  append_date(out, days);
  out.push_back('T');
  append_clock(out, static_cast<std::uint64_t>(rest), static_cast<std::uint64_t>(fraction), unit);
  if (utc) out.push_back('Z');
}

}  // namespace gyre
