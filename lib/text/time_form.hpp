#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "dtype/temporal.hpp"

namespace gyre {

/// How dates or timestamps are written, in the letters of strptime(3), whatever the locale:
///
/// %Y %y   year, 4 digits; 2 digits, 69 .. 99 of the 20th century, 00 .. 68 of the 21st
/// %m %b %B  month, 1 or 2 digits; its English name, short or long, in any case
/// %d      day, 1 or 2 digits
/// %H %I %p  hour of 24; of 12, with AM or PM
/// %M %S %f  minute, second, and 1 .. 9 digits of its fraction
/// %z      Z, +02, +0200 or +02:00
/// %F %T   %Y-%m-%d, %H:%M:%S
/// %%      a percent sign; all other characters stand for themselves
class TimeForm {
 public:
  /// Errors   invalid_argument: a letter that is not known or comes twice, no whole date, %I without %p
  static Result<TimeForm> parse(std::string_view form);

  /// Whether a time of day is in it.
  bool has_clock() const { return has_clock_; }
  bool has_zone() const { return has_zone_; }

  /// Days since 1970-01-01. Nothing where the text is written otherwise, or has a time.
  std::optional<std::int32_t> date(std::string_view text) const;
  /// In UTC where there is a zone; midnight where there is no time. Nothing where `unit` cannot hold it whole.
  std::optional<std::int64_t> timestamp(std::string_view text, TimeUnit unit) const;

 private:
  std::string form_;  // %F and %T written out
  bool has_clock_ = false, has_zone_ = false;
};

/// The forms that stand in for ISO 8601.
struct TimeForms {
  std::optional<TimeForm> date;       ///< has no time of day
  std::optional<TimeForm> timestamp;  ///< has one
};

}  // namespace gyre
