#include "array/zone_statistics.hpp"

#include <cmath>
#include <limits>

#include "support/catch.hpp"
#include "support/samples.hpp"

namespace gyre {
namespace {

const DType i64 = DType::primitive(PType::i64, true), f64 = DType::primitive(PType::f64, true);

double number(const std::optional<Scalar>& scalar) {
  return float_value(PType::f64, scalar->word());
}

}  // namespace

TEST_CASE("zone statistics: each zone tells of its own rows", "[array]") {
  const auto column =
      test::column_of<std::int64_t>({5, -3, std::nullopt, 9, std::nullopt, std::nullopt, 7}, i64);
  const auto zones = zone_statistics(column, 3);
  REQUIRE(zones.size() == 3);
  CHECK(zones[0].min->word().low64() == -3);
  CHECK(zones[0].max->word().low64() == 5);
  CHECK(zones[0].null_count == 1);
  CHECK(zones[1].min->word().low64() == 9);
  CHECK(zones[1].null_count == 2);
  CHECK(zones[2].rows == 1);
  CHECK(zones[2].min_exact);
  CHECK_FALSE(zones[2].nan_count);
}

TEST_CASE("zone statistics: NaN is counted and bounds nothing, zeros keep their signs", "[array]") {
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  const auto zone = zone_statistics(test::column_of<double>({0.0, nan, -0.0, nan}, f64), 8).front();
  CHECK(zone.nan_count == 2);
  CHECK(std::signbit(number(zone.min)));
  CHECK_FALSE(std::signbit(number(zone.max)));

  const auto only_nan = zone_statistics(test::column_of<double>({nan}, f64), 8).front();
  CHECK_FALSE(only_nan.min);
  CHECK(only_nan.nan_count == 1);

  const auto infinite =
      zone_statistics(test::column_of<double>({-INFINITY, 1.0, INFINITY}, f64), 8).front();
  CHECK(number(infinite.min) == -INFINITY);
  CHECK(number(infinite.max) == INFINITY);
}

TEST_CASE("zone statistics: a zone of nulls has no bounds", "[array]") {
  const auto zone =
      zone_statistics(test::column_of<std::int64_t>({std::nullopt, std::nullopt}, i64), 8).front();
  CHECK_FALSE(zone.min);
  CHECK_FALSE(zone.max);
  CHECK(zone.null_count == 2);
}

TEST_CASE("bounds of texts: cut ones hold every text that begins alike", "[array]") {
  CHECK(lower_bound_text("abcdef", 3, true) == "abc");
  CHECK(upper_bound_text("abcdef", 3, true) == "abd");
  CHECK(upper_bound_text("ab", 3, true) == "ac");
  CHECK(lower_bound_text("aé", 2, true) == "a");
  CHECK(lower_bound_text("aé", 2, false) == "a\xc3");
  CHECK(upper_bound_text("a\x7f\x7f", 2, true) == "b");  // U+0080 would need a third byte
  CHECK(upper_bound_text("\xed\x9f\xbf!", 3, true) == "\xee\x80\x80");  // no surrogates
  CHECK(upper_bound_text("\xf4\x8f\xbf\xbf!", 4, true) == std::nullopt);
  CHECK(upper_bound_text("a\xff\xff", 2, false) == "b");
  CHECK(upper_bound_text("\xff\xff\xff", 2, false) == std::nullopt);
}

}  // namespace gyre
