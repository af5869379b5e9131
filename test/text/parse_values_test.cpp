#include "text/parse_values.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "base/decimal_text.hpp"
#include "support/catch.hpp"

namespace gyre {
namespace {

constexpr auto exact = Spelling::exact;
constexpr auto any = Spelling::any;

}  // namespace

TEST_CASE("parse: integers keep to their limits", "[text]") {
  CHECK(parse_i64("-9223372036854775808", exact) == std::numeric_limits<std::int64_t>::min());
  CHECK(parse_i64("9223372036854775807", exact) == std::numeric_limits<std::int64_t>::max());
  CHECK_FALSE(parse_i64("9223372036854775808", any));
  CHECK_FALSE(parse_i64("-9223372036854775809", any));
  CHECK(parse_u64("18446744073709551615", exact) == std::numeric_limits<std::uint64_t>::max());
  CHECK_FALSE(parse_u64("18446744073709551616", any));
  CHECK_FALSE(parse_u64("-1", any));
  for (const auto text : {"", "-", "+", "1 ", " 1", "1.0", "1e3", "0x10", "1,000", "--1"}) {
    CHECK_FALSE(parse_i64(text, any));
    CHECK_FALSE(parse_u64(text, any));
  }
}

TEST_CASE("parse: what a number would lose is refused unless asked for", "[text]") {
  for (const auto text : {"00420", "+12", "-0", "-07"}) {
    CHECK_FALSE(parse_i64(text, exact));
    CHECK(parse_i64(text, any) == std::stoll(text));
  }
  CHECK(parse_i64("0", exact) == 0);
}

TEST_CASE("parse: decimals keep every digit", "[text]") {
  const auto scaled = [](std::string_view text, unsigned precision, int scale,
                         Spelling spelling = exact) {
    const auto value = parse_scaled(text, precision, scale, spelling);
    return value ? decimal_text(*value, scale) : "none";
  };
  CHECK(scaled("12.5", 18, 2) == "12.50");
  CHECK(scaled("-0.07", 18, 2) == "-0.07");
  CHECK(scaled("12.5000", 18, 2) == "12.50");
  CHECK(scaled("12.505", 18, 2) == "none");
  CHECK(scaled("99.99", 4, 2) == "99.99");
  CHECK(scaled("100.00", 4, 2) == "none");
  CHECK(scaled("-100", 4, 2) == "none");
  CHECK(scaled("1200", 4, -2) == "1200");
  CHECK(scaled("1250", 4, -2) == "none");
  CHECK(scaled(std::string(38, '9'), 38, 0) == std::string(38, '9'));
  CHECK(scaled("1"
               "00000000000000000000"
               "000000000000000000",
               38, 0) == "none");
  CHECK(scaled("-0.00", 18, 2) == "none");
  CHECK(scaled("-0.00", 18, 2, any) == "0.00");
  CHECK(scaled("007.50", 18, 2) == "none");
  CHECK(scaled("+007.50", 18, 2, any) == "7.50");
  CHECK(scaled("1e2", 18, 2, any) == "none");
  CHECK(scaled(".", 18, 2, any) == "none");
}

TEST_CASE("parse: floats round to nearest", "[text]") {
  CHECK(parse_f64("0.1", exact) == 0.1);
  CHECK(parse_f64("5e-324", any) == std::numeric_limits<double>::denorm_min());
  CHECK(parse_f64("1.7976931348623157e308", any) == std::numeric_limits<double>::max());
  CHECK(parse_f64("2.2250738585072014e-308", any) == std::numeric_limits<double>::min());
  CHECK(std::signbit(*parse_f64("-0.0", exact)));
  CHECK(std::isnan(*parse_f64("NaN", exact)));
  CHECK(parse_f64("-Infinity", exact) == -std::numeric_limits<double>::infinity());
  CHECK(parse_f64("1e-400", any) == 0.0);
  CHECK_FALSE(parse_f64("1e400", any));
  CHECK(parse_f64("+1.5", any) == 1.5);
  CHECK(parse_f64("1e+3", exact) == 1000.0);
  CHECK(parse_f32("1e-45") == std::numeric_limits<float>::denorm_min());
  CHECK(parse_f32("0.1") == 0.1f);
  CHECK_FALSE(parse_f32("3.5e38"));
  for (const auto text :
       {"", "-", ".", "1.5.", "1e", "e5", "0x1p3", "nan(1)", "1.5 ", " 1.5", "+-1", "1,5"})
    CHECK_FALSE(parse_f64(text, any));
}

TEST_CASE("parse: a double is exact only if it prints as the number it came from", "[text]") {
  for (const auto text :
       {"0.1", "12.50", "1e22", "100000000000000000000", "9007199254740992", "0.30000000000000004",
        "1.7976931348623157e308", "5e-324", "-0.0", "0", "0.000"})
    CHECK(parse_f64(text, exact));
  for (const auto text :
       {"9007199254740993", "0.1000000000000000055511151231257827", "12345678901234567.8", "1e400",
        "1e-400", "00.5", "90000000000000000007", "1e99999999999999999999"})
    CHECK_FALSE(parse_f64(text, exact));
}

TEST_CASE("parse: bools, instants and bytes", "[text]") {
  CHECK(parse_bool("true", exact) == true);
  CHECK(parse_bool("FALSE", exact) == false);
  CHECK_FALSE(parse_bool("yes", exact));
  CHECK_FALSE(parse_bool("tRUE", exact));
  CHECK(parse_bool("Yes", any) == true);
  CHECK(parse_bool("0", any) == false);
  CHECK_FALSE(parse_bool("2", any));

  constexpr auto us = TimeUnit::microseconds;
  CHECK(parse_instant("1970-01-01T00:00:01.5", us, false, exact) == 1'500'000);
  CHECK(parse_instant("1970-01-01 00:00:01Z", us, true, exact) == 1'000'000);
  CHECK(parse_instant("1970-01-01 02:00:01+02:00", us, true, any) == 1'000'000);
  CHECK_FALSE(parse_instant("1970-01-01 02:00:01+02:00", us, true, exact));
  CHECK_FALSE(parse_instant("1970-01-01 00:00:01Z", us, false, any));
  CHECK_FALSE(parse_instant("1970-01-01 00:00:01", us, true, any));
  CHECK_FALSE(parse_instant("1970-01-01 00:00:01.0000001", us, false, any));

  std::string bytes;
  CHECK((parse_hex("00fF", bytes) && bytes == std::string("\0\xff", 2)));
  CHECK((parse_hex("", bytes) && bytes.empty()));
  for (const auto text : {"0", "0g", "-1", "+1", " 1", "0x"}) CHECK_FALSE(parse_hex(text, bytes));
}

}  // namespace gyre
