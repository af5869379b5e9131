#include "dtype/civil.hpp"

#include <limits>

#include "support/catch.hpp"

namespace gyre {
namespace {

constexpr auto seconds = TimeUnit::seconds, milliseconds = TimeUnit::milliseconds,
               microseconds = TimeUnit::microseconds, nanoseconds = TimeUnit::nanoseconds;

std::string date_text(std::int64_t days) {
  std::string out;
  append_date(out, days);
  return out;
}
std::string time_text(std::int64_t value, TimeUnit unit) {
  std::string out;
  append_time(out, value, unit);
  return out;
}
std::string timestamp_text(std::int64_t value, TimeUnit unit, bool utc = false) {
  std::string out;
  append_timestamp(out, value, unit, utc);
  return out;
}
std::optional<std::int64_t> local(std::string_view text, TimeUnit unit) {
  bool has_zone = true;
  const auto value = parse_timestamp(text, unit, has_zone);
  return has_zone ? std::nullopt : value;
}
std::optional<std::int64_t> zoned(std::string_view text, TimeUnit unit) {
  bool has_zone = false;
  const auto value = parse_timestamp(text, unit, has_zone);
  return has_zone ? value : std::nullopt;
}

TEST_CASE("civil: counting days by the calendar's rules gives the same dates", "[dtype][civil]") {
  // From 1 January of year -800 on, one day after the other.
  CivilDate date{-800, 1, 1};
  for (auto day = days_of(date); date.year < 2801; ++day) {
    if (civil_date(day) != date || days_of(date) != day)
      FAIL("day " << day << " is not " << date.year << "-" << date.month << "-" << date.day);
    const bool leap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0);
    const unsigned lengths[] = {31, leap ? 29u : 28u, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    REQUIRE(month_days(date.year, date.month) == lengths[date.month - 1]);
    if (++date.day <= lengths[date.month - 1]) continue;
    date.day = 1;
    if (++date.month <= 12) continue;
    date.month = 1;
    ++date.year;
  }
  CHECK(civil_date(0) == CivilDate{1970, 1, 1});
  CHECK(days_of({2000, 3, 1}) == 11017);
}

TEST_CASE("civil: dates are written and read in the form of ISO 8601", "[dtype][civil]") {
  const auto [days, text] = GENERATE(table<std::int64_t, std::string>({
      {0, "1970-01-01"},
      {-1, "1969-12-31"},
      {19753, "2024-01-31"},
      {19782, "2024-02-29"},
      {-719528, "0000-01-01"},
      {-719529, "-0001-12-31"},
      {2932896, "9999-12-31"},
      {2932897, "+10000-01-01"},
      {std::numeric_limits<std::int32_t>::max(), "+5881580-07-11"},
      {std::numeric_limits<std::int32_t>::min(), "-5877641-06-23"},
  }));
  CHECK(date_text(days) == text);
  CHECK(parse_date(text) == days);
}

TEST_CASE("civil: what is no date is refused", "[dtype][civil]") {
  const auto text =
      GENERATE(as<std::string>(), "", "2024", "2024-01", "2024-1-31", "2024-01-1", "24-01-31",
               "2024-13-01", "2024-00-01", "2024-01-00", "2024-04-31", "2023-02-29", "1900-02-29",
               "2024/01/31", " 2024-01-31", "2024-01-31 ", "2024-01-31T00:00:00", "12024-01-31",
               "+2024-01-31", "+02024-01-31", "-0000-01-01", "-044-03-15", "+5881580-07-12",
               "-5877641-06-22", "+9999999999999-01-01", "2024-0x-01", "٢٠٢٤-01-01");
  CAPTURE(text);
  CHECK_FALSE(parse_date(text));
}

TEST_CASE("civil: times have the digits of their unit", "[dtype][civil]") {
  CHECK(time_text(3723, seconds) == "01:02:03");
  CHECK(time_text(3723004, milliseconds) == "01:02:03.004");
  CHECK(time_text(86399999999, microseconds) == "23:59:59.999999");
  CHECK(time_text(1, nanoseconds) == "00:00:00.000000001");
  CHECK(parse_time("01:02:03", seconds) == 3723);
  CHECK(parse_time("01:02:03.004", milliseconds) == 3723004);
  CHECK(parse_time("01:02:03.004", nanoseconds) == 3723004000000);
  CHECK(parse_time("23:59", milliseconds) == 86340000);
  CHECK(parse_time("00:00:00.5", microseconds) == 500000);
}

TEST_CASE("civil: times outside of a day are shown, not wrapped", "[dtype][civil]") {
  CHECK(time_text(-1, milliseconds) == "-00:00:00.001");
  CHECK(time_text(90000, seconds) == "25:00:00");
  CHECK(time_text(3600 * 1234, seconds) == "1234:00:00");
  CHECK(time_text(std::numeric_limits<std::int64_t>::min(), nanoseconds) ==
        "-2562047:47:16.854775808");
}

TEST_CASE("civil: digits beyond the unit are refused unless they are zeros", "[dtype][civil]") {
  CHECK_FALSE(parse_time("01:02:03.5", seconds));
  CHECK(parse_time("01:02:03.000", seconds) == 3723);
  CHECK_FALSE(parse_time("01:02:03.0001", milliseconds));
  CHECK(parse_time("01:02:03.1230000000000000000000000", milliseconds) == 3723123);
  CHECK_FALSE(local("2024-01-31T01:02:03.0000000001", nanoseconds));
  CHECK(local("2024-01-31T01:02:03.0000000010", nanoseconds) == 1706662923000000001);
}

TEST_CASE("civil: what is no time is refused", "[dtype][civil]") {
  const auto text = GENERATE(as<std::string>(), "", "1:02:03", "01", "01:2", "01:02:3", "24:00:00",
                             "01:60:00", "01:02:60", "01:02:03.", "01:02:03,5", "01:02.5",
                             "01:02:03Z", " 01:02:03", "01:02:03 ", "-01:02:03");
  CAPTURE(text);
  CHECK_FALSE(parse_time(text, nanoseconds));
  CHECK_FALSE(parse_time("01:02:03", TimeUnit::days));
}

TEST_CASE("civil: timestamps come back whatever the unit and the century", "[dtype][civil]") {
  const auto unit = GENERATE(seconds, milliseconds, microseconds, nanoseconds);
  for (const std::int64_t value :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, std::int64_t{1706662923},
        std::int64_t{-62135596800}, std::int64_t{253402300800000},
        std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
    const auto text = timestamp_text(value, unit);
    CAPTURE(value, text);
    CHECK(local(text, unit) == value);
    CHECK(zoned(timestamp_text(value, unit, true), unit) == value);
  }
}

TEST_CASE("civil: timestamps are written with T, and with Z in UTC", "[dtype][civil]") {
  CHECK(timestamp_text(1706662923, seconds) == "2024-01-31T01:02:03");
  CHECK(timestamp_text(-1, microseconds) == "1969-12-31T23:59:59.999999");
  CHECK(timestamp_text(0, milliseconds, true) == "1970-01-01T00:00:00Z");
  CHECK(timestamp_text(std::numeric_limits<std::int64_t>::min(), nanoseconds) ==
        "1677-09-21T00:12:43.145224192");
  CHECK(timestamp_text(std::numeric_limits<std::int64_t>::max(), seconds) ==
        "+292277026596-12-04T15:30:07");
}

TEST_CASE("civil: a zone is an offset from UTC and says so", "[dtype][civil]") {
  constexpr std::int64_t at = 1706662923;  // 2024-01-31T01:02:03Z
  for (const auto* text :
       {"2024-01-31T01:02:03Z", "2024-01-31 01:02:03Z", "2024-01-31T03:02:03+02:00",
        "2024-01-31T06:32:03+0530", "2024-01-30 20:02:03-05", "2024-01-31T01:02:03.000-00:00"}) {
    CAPTURE(text);
    CHECK(zoned(text, seconds) == at);
    CHECK_FALSE(local(text, seconds));
  }
  CHECK(local("2024-01-31 01:02", seconds) == at - 3);
}

TEST_CASE("civil: what is no timestamp, or lies outside of its unit, is refused",
          "[dtype][civil]") {
  const auto text =
      GENERATE(as<std::string>(), "2024-01-31", "2024-01-31T", "2024-01-31  01:02:03",
               "2024-01-31t01:02:03", "2024-01-31T01:02:03z", "2024-01-31T01:02:03+2",
               "2024-01-31T01:02:03+24:00", "2024-01-31T01:02:03+02:60",
               "2024-01-31T01:02:03+02:", "2024-01-31T01:02:03 Z", "2024-01-31T01:02:03ZZ",
               "2024-02-30T01:02:03", "2024-01-31T24:00:00", "2262-04-11T23:47:16.854775808",
               "1677-09-21T00:12:43.145224191", "2262-04-11T23:47:16-01:00");
  CAPTURE(text);
  bool has_zone = false;
  CHECK_FALSE(parse_timestamp(text, nanoseconds, has_zone));
}

}  // namespace
}  // namespace gyre
