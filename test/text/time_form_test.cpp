#include "text/time_form.hpp"

#include "dtype/civil.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

std::string date(std::string_view form, std::string_view text) {
  const auto days = test::must(TimeForm::parse(form)).date(text);
  std::string out;
  if (days) append_date(out, *days);
  return out;
}

std::string timestamp(std::string_view form, std::string_view text,
                      TimeUnit unit = TimeUnit::microseconds) {
  const auto parsed = test::must(TimeForm::parse(form));
  const auto value = parsed.timestamp(text, unit);
  std::string out;
  if (value) append_timestamp(out, *value, unit, parsed.has_zone());
  return out;
}

}  // namespace

TEST_CASE("time form: dates in any order and with names of months", "[text]") {
  CHECK(date("%d.%m.%Y", "7.4.2031") == "2031-04-07");
  CHECK(date("%d.%m.%Y", "07.04.2031") == "2031-04-07");
  CHECK(date("%Y%m%d", "20310407") == "2031-04-07");
  CHECK(date("%m/%d/%y", "04/07/69") == "1969-04-07");
  CHECK(date("%m/%d/%y", "04/07/68") == "2068-04-07");
  CHECK(date("%d %b %Y", "7 apr 2031") == "2031-04-07");
  CHECK(date("%d %b %Y", "7 April 2031") == "2031-04-07");
  CHECK(date("%B %d, %Y", "MAY 29, 2032") == "2032-05-29");
  CHECK(date("%F", "2031-04-07") == "2031-04-07");
  CHECK(date("100%% %F", "100% 2031-04-07") == "2031-04-07");
}

TEST_CASE("time form: what does not follow the form is no date", "[text]") {
  for (const auto* text : {"7.4.31", "7.4.2031 ", " 7.4.2031", "7.4.20310", "31.4.2031", "0.4.2031",
                           "7.13.2031", "7-4-2031", "", "7.4."})
    CHECK(date("%d.%m.%Y", text).empty());
  CHECK(date("%d.%m.%Y", "29.2.2032") == "2032-02-29");
  CHECK(date("%d.%m.%Y", "29.2.2031").empty());
  CHECK(date("%F %T", "2031-04-07 10:00:00").empty());
}

TEST_CASE("time form: times of day, fractions and zones", "[text]") {
  CHECK(timestamp("%d.%m.%Y %H:%M", "7.4.2031 9:05") == "2031-04-07T09:05:00");
  CHECK(timestamp("%F %T.%f", "2031-04-07 10:00:01.25") == "2031-04-07T10:00:01.25");
  CHECK(timestamp("%F %I:%M %p", "2031-04-07 12:30 AM") == "2031-04-07T00:30:00");
  CHECK(timestamp("%F %I:%M %p", "2031-04-07 12:30 pm") == "2031-04-07T12:30:00");
  CHECK(timestamp("%FT%T%z", "2031-04-07T10:00:00+02:00") == "2031-04-07T08:00:00Z");
  CHECK(timestamp("%FT%T%z", "2031-04-07T10:00:00-0130") == "2031-04-07T11:30:00Z");
  CHECK(timestamp("%FT%T%z", "2031-04-07T10:00:00Z") == "2031-04-07T10:00:00Z");
  CHECK(timestamp("%F", "2031-04-07") == "2031-04-07T00:00:00");
  CHECK(timestamp("%F %T.%f", "2031-04-07 10:00:01.0000001").empty());
  CHECK(timestamp("%F %T.%f", "2031-04-07 10:00:01.0000001", TimeUnit::nanoseconds) ==
        "2031-04-07T10:00:01.0000001");
  CHECK(timestamp("%F %T", "2031-04-07 24:00:00").empty());
  CHECK(timestamp("%F %I:%M %p", "2031-04-07 13:30 PM").empty());
  CHECK(timestamp("%F %T", "9999-01-01 00:00:00", TimeUnit::nanoseconds).empty());
}

TEST_CASE("time form: forms that cannot give a date are refused", "[text]") {
  for (const auto* form : {"%Y-%m", "%H:%M", "%Q", "%d.%m.%Y %", "%d.%m.%y %Y", "%F %I:%M", "%F %p",
                           "%F %d", "%F %H %I %p", ""})
    CHECK(test::refused(TimeForm::parse(form)).code == Code::invalid_argument);
}

}  // namespace gyre
