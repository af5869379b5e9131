#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dtype/temporal.hpp"

namespace gyre {

/// A day of the Gregorian calendar, extended to all years; year 0 is the one before year 1.
struct CivilDate {
  std::int64_t year;
  unsigned month;  ///< 1 .. 12
  unsigned day;    ///< 1 .. 31

  bool operator==(const CivilDate&) const = default;
};

/// The date `days` after 1970-01-01; |days| < 2^60.
CivilDate civil_date(std::int64_t days);
/// Days since 1970-01-01 of a date that exists, in a year below 10^13.
std::int64_t days_of(const CivilDate& date);
/// Days in a month, 1 .. 12.
unsigned month_days(std::int64_t year, unsigned month);

/// Readers of ISO 8601 text. Nothing where the text is anything else, has a blank before or behind,
/// names a day or time that does not exist, or where the unit cannot hold it whole (digits other
/// than 0 behind its last one).
///
/// Dates are 2024-01-31; years outside 0 .. 9999 have a sign and no superfluous zero: +12024-01-31,
/// -0044-03-15.
std::optional<std::int32_t> parse_date(std::string_view text);
/// 12:34, 12:34:56, 12:34:56.789, before 24:00.
std::optional<std::int64_t> parse_time(std::string_view text, TimeUnit unit);
/// Date, 'T' or one blank, time, and a zone or none: Z, +02, +0200, +02:00. With a zone the value
/// is in UTC.
std::optional<std::int64_t> parse_timestamp(std::string_view text, TimeUnit unit, bool& has_zone);

/// Writers of the same text, with seconds and as many digits behind the point as the value needs.
/// Any value can be written; times outside of a day go on past 24 or have a sign.
void append_date(std::string& out, std::int64_t days);
void append_time(std::string& out, std::int64_t value, TimeUnit unit);
/// With `utc` a Z follows.
void append_timestamp(std::string& out, std::int64_t value, TimeUnit unit, bool utc);

}  // namespace gyre
