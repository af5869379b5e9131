#include "base/decimal_text.hpp"

#include "support/catch.hpp"

namespace gyre {
namespace {

Int256 number(std::int64_t value) { return Int256::of(value); }

TEST_CASE("decimal text: the point stands where the scale says", "[base][decimal]") {
  CHECK(decimal_text(number(1250), 2) == "12.50");
  CHECK(decimal_text(number(-5), 3) == "-0.005");
  CHECK(decimal_text(number(5), 1) == "0.5");
  CHECK(decimal_text(number(0), 2) == "0.00");
  CHECK(decimal_text(number(12), -2) == "1200");
  CHECK(decimal_text(number(0), -2) == "0");
  CHECK(decimal_text(number(-7), 0) == "-7");
}

TEST_CASE("decimal text: zeros inside long numbers are kept", "[base][decimal]") {
  for (unsigned power = 0; power <= 76; ++power) {
    CHECK(decimal_text(power_of_ten(power), 0) == std::string("1").append(power, '0'));
    CHECK(decimal_text(power_of_ten(power), 76) ==
          (power == 76
               ? std::string("1.").append(76, '0')
               : std::string("0.").append(75 - power, '0').append(1, '1').append(power, '0')));
  }
  CHECK(decimal_text(Int256::make(0, 0, 0, std::uint64_t{1} << 63), 0) ==
        "-57896044618658097711785492504343953926634992332820282019728792003956564819968");
}

TEST_CASE("decimal text: reading gives value and scale, and writing them gives the text",
          "[base][decimal]") {
  const std::string nines(76, '9');
  for (const std::string text : {"0", "1.50", "-0.001", "12345678901234567890.123", "-7",
                                 nines.c_str(), "0.0000000000000000000000000000000000000001"}) {
    const auto parsed = parse_decimal(text);
    REQUIRE(parsed);
    CHECK(decimal_text(parsed->value, parsed->scale) == text);
  }
  CHECK(parse_decimal("+2.5")->value == number(25));
  CHECK(parse_decimal(".5")->scale == 1);
  CHECK(parse_decimal("5.")->scale == 0);
}

TEST_CASE("decimal text: what is no number or has more than 76 digits is refused",
          "[base][decimal]") {
  const auto text = GENERATE(as<std::string>(), "", "-", ".", "+-1", "1.2.3", "1e5", " 1", "1 ",
                             "0x1", "１", std::string("1").append(76, '0'), std::string(80, '9'),
                             std::string("0.").append(77, '0'));
  CAPTURE(text);
  CHECK_FALSE(parse_decimal(text));
}

TEST_CASE("decimal text: scaling is exact or refused", "[base][decimal]") {
  CHECK(scale_by_power_of_ten(number(-12), 3) == number(-12000));
  CHECK(scale_by_power_of_ten(number(-12000), -3) == number(-12));
  CHECK_FALSE(scale_by_power_of_ten(number(12001), -3));
  // 2^255 lies between five and six times 10^76.
  const auto largest = scale_by_power_of_ten(number(5), 76);
  REQUIRE(largest);
  CHECK(decimal_text(*largest, 0) == std::string("5").append(76, '0'));
  CHECK_FALSE(scale_by_power_of_ten(number(6), 76));
}

}  // namespace
}  // namespace gyre
