#include "text/detail/plain_values.hpp"

#include <bit>
#include <cmath>
#include <optional>
#include <string>

#include "dtype/civil.hpp"
#include "support/catch.hpp"
#include "text/parse_values.hpp"
#include "text/roomy.hpp"

namespace gyre {
namespace {

using test::Roomy;

std::optional<std::int64_t> whole(std::string_view text) {
  std::int64_t value = 0;
  return parse_plain_i64(Roomy(text), value) ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> scaled(std::string_view text, unsigned scale) {
  std::int64_t value = 0;
  return parse_plain_scaled(Roomy(text), scale, value) ? std::optional(value) : std::nullopt;
}

std::optional<double> real(std::string_view text) {
  double value = 0;
  return parse_plain_f64(Roomy(text), value) ? std::optional(value) : std::nullopt;
}

std::optional<std::int32_t> day(std::string_view text) {
  std::int32_t value = 0;
  return parse_plain_days(Roomy(text), value) ? std::optional(value) : std::nullopt;
}

constexpr char no_digits[] = {'/', ':', ' ', '.', '-', '+', '\0', 'e', '\x80', '\xff'};

}  // namespace

TEST_CASE("plain: whole numbers of every length, and none with anything else in it", "[text]") {
  const std::string digits = "9081726354453627";
  for (std::size_t size = 1; size <= 16; ++size) {
    const auto text = digits.substr(0, size);
    CHECK(whole(text) == std::stoll(text));
    CHECK(whole("-" + text) == -std::stoll(text));
    for (std::size_t bad = 0; bad < size; ++bad)
      for (const char c : no_digits) {
        auto broken = text;
        broken[bad] = c;
        if (bad > 0 || c != '-' || size == 1) CHECK_FALSE(whole(broken));
      }
  }
  CHECK(whole("0") == 0);
  for (const auto text :
       {"12345678901234567", "-12345678901234567", "-", "00", "01", "-0", "-01", "00420"})
    CHECK_FALSE(whole(text));
}

TEST_CASE("plain: decimals agree with the exact reader for every length and scale", "[text]") {
  for (unsigned scale = 1; scale <= 7; ++scale)
    for (std::size_t before = 1; before + scale <= 8; ++before) {
      const auto text =
          std::string("90817263").substr(0, before) + "." + std::string("5062708").substr(0, scale);
      const auto wanted = parse_scaled(text, 18, static_cast<int>(scale), Spelling::exact)->low64();
      CHECK(scaled(text, scale) == wanted);
      CHECK(scaled("-" + text, scale) == -wanted);
      for (std::size_t bad = 0; bad < text.size(); ++bad)
        for (const char c : no_digits) {
          auto broken = text;
          if (broken[bad] == c || (bad == 0 && c == '-')) continue;
          broken[bad] = c;
          CHECK_FALSE(scaled(broken, scale));
        }
    }
  CHECK(scaled("0.04", 2) == 4);
  CHECK(scaled("-0.04", 2) == -4);
  for (const auto text : {"12.5", "12.555", "1255", ".55", "1234567.00", "00.55", "-0.00", "-.55",
                          "-", "5", "55", "-5.5"})
    CHECK_FALSE(scaled(text, 2));
}

TEST_CASE("plain: doubles have the same bits as the nearest one", "[text]") {
  for (const auto text : {"0", "7", "-7.25", "12345678.1234567", "0.1", "99999999.9999999", "-0.0",
                          "0.0000001", "-0", "0.3", "4503599.6273705", "16777.217"}) {
    REQUIRE(real(text));
    CHECK(std::bit_cast<std::uint64_t>(*real(text)) ==
          std::bit_cast<std::uint64_t>(*parse_f64(text, Spelling::any)));
  }
  for (const auto text : {"-", "1.", ".5", "00.5", "123456789.0", "1.12345678", "1e5", "1.-5",
                          "1.5.5", "x", "1x", "-123456789.12345678901"})
    CHECK_FALSE(real(text));
}

TEST_CASE("plain: every day from year 0 to 9999 agrees with the calendar", "[text]") {
  std::string text;
  const auto agrees = [&](std::int64_t days) {
    text.clear();
    append_date(text, days);
    return day(text) == days;
  };
  std::int64_t wrong = 0;
  for (std::int64_t days = -719'528; days <= 2'932'896;
       days += days > -30'000 && days < 50'000 ? 1 : 11)
    wrong += agrees(days) ? 0 : 1;
  CHECK(wrong == 0);
  CHECK(day("1970-01-02") == 1);
  CHECK(day("0000-01-01") == -719'528);
  CHECK(day("9999-12-31") == 2'932'896);
  CHECK(day("2000-02-29"));
  for (const auto text_of : {"2001-02-29", "1900-02-29", "2001-00-10", "2001-13-10", "2001-04-31",
                             "2001-04-00", "01-04-2001", "2001-4-1", "2001/04/01", "2001-04/01",
                             "20010401", "2001-04-01 ", "200x-04-01"})
    CHECK_FALSE(day(text_of));
}

}  // namespace gyre
