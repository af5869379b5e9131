#include "expr/detail/form.hpp"

#include <cmath>
#include <limits>

#include "dtype/scalar.hpp"
#include "dtype/temporal.hpp"
#include "expr/detail/literal.hpp"
#include "support/catch.hpp"

using namespace gyre;
using namespace gyre::expr;

namespace {

struct Number {
  Form form;
  Int256 word;
};

Number integer(std::int64_t value) {
  return {form_of(DType::primitive(PType::i64)), Int256::of(value)};
}
Number big(std::uint64_t value) {
  return {form_of(DType::primitive(PType::u64)), Int256::of(value)};
}
Number real(double value) {
  return {form_of(DType::primitive(PType::f64)), gyre::float_word(PType::f64, value)};
}
Number small_real(float value) {
  return {form_of(DType::primitive(PType::f32)), gyre::float_word(PType::f32, value)};
}
Number decimal(std::int64_t value, int scale) {
  return {form_of(DType::decimal(50, scale)), Int256::of(value)};
}

void check_order(const Number& a, const Number& b, std::strong_ordering order) {
  CHECK(compare(a.form, a.word, b.form, b.word) == order);
  CHECK(compare(b.form, b.word, a.form, a.word) == 0 <=> order);
}

std::uint16_t half_of(std::string_view text) {
  return truncate<std::uint16_t>(expr::float_word(PType::f16, *parse_number(text)));
}

}  // namespace

TEST_CASE("compare: numbers of all types by their exact value", "[expr][form]") {
  const auto less = std::strong_ordering::less, equal = std::strong_ordering::equal,
             greater = std::strong_ordering::greater;
  const auto infinity = std::numeric_limits<double>::infinity();
  check_order(integer(9007199254740993), real(9007199254740992.0), greater);
  check_order(integer(9007199254740992), real(9007199254740992.0), equal);
  check_order(integer(std::numeric_limits<std::int64_t>::max()), real(9223372036854775808.0), less);
  check_order(integer(std::numeric_limits<std::int64_t>::min()), real(-9223372036854775808.0),
              equal);
  check_order(big(std::numeric_limits<std::uint64_t>::max()), integer(-1), greater);
  check_order(small_real(0.1F), decimal(1, 1), greater);
  check_order(real(0.1), decimal(1, 1), greater);
  check_order(real(0.5), decimal(5, 1), equal);
  check_order(real(-0.5), decimal(-500, 3), equal);
  check_order(real(5e-324), decimal(0, 10), greater);
  check_order(real(5e-324), decimal(1, 50), less);
  check_order(real(1e300), decimal(1, -50), greater);
  check_order(real(1e22), decimal(1, -22), equal);
  check_order(real(1e23), decimal(1, -23), less);
  check_order(decimal(15, 1), integer(1), greater);
  check_order(decimal(100, 2), integer(1), equal);
  check_order(decimal(1, -70), decimal(1, 70), greater);
  check_order(decimal(-1, -70), decimal(1, 70), less);
  check_order(real(infinity), big(~std::uint64_t{0}), greater);
  check_order(real(-infinity), decimal(-1, -76), less);
  check_order(real(std::nan("")), real(infinity), greater);
  check_order(real(std::nan("")), small_real(-std::nanf("")), equal);
  check_order(real(std::nan("")), integer(0), greater);
  check_order(real(-0.0), integer(0), equal);
  check_order(real(-0.0), small_real(0.0F), equal);
  check_order(real(-0.5), integer(0), less);
  check_order(small_real(16777216.0F), integer(16777217), less);
}

TEST_CASE("compare: instants of all units by their exact time", "[expr][form]") {
  const auto of = [](Temporal::What what, TimeUnit unit, std::int64_t value) {
    return Number{form_of(temporal_dtype({what, unit, {}})), Int256::of(value)};
  };
  const auto day = of(Temporal::What::date, TimeUnit::days, 19000);
  check_order(day, of(Temporal::What::timestamp, TimeUnit::seconds, 19000 * 86400LL),
              std::strong_ordering::equal);
  check_order(day,
              of(Temporal::What::timestamp, TimeUnit::nanoseconds, 19000 * 86400'000'000'000 + 1),
              std::strong_ordering::less);
  check_order(
      of(Temporal::What::date, TimeUnit::days, -2'000'000'000),
      of(Temporal::What::timestamp, TimeUnit::seconds, std::numeric_limits<std::int64_t>::min()),
      std::strong_ordering::greater);
  check_order(of(Temporal::What::time, TimeUnit::milliseconds, 1500),
              of(Temporal::What::time, TimeUnit::microseconds, 1'500'001),
              std::strong_ordering::less);
}

TEST_CASE("literals: floats round once, to the nearest, ties to even", "[expr][literal]") {
  CHECK(half_of("1") == 0x3c00);
  CHECK(half_of("1.00048828125") == 0x3c00);  // right between 1 and the next half: even
  CHECK(half_of("1.000488281250000000000000000001") ==
        0x3c01);  // a double cannot tell this from the line above
  CHECK(half_of("1.00146484375") == 0x3c02);
  CHECK(half_of("1.001464843749999999999999999999") == 0x3c01);
  CHECK(half_of("-1.000488281250000000000000000001") == 0xbc01);
  CHECK(half_of("65519.99999999999999999999") == 0x7bff);
  CHECK(half_of("65520") == 0x7c00);
  CHECK(half_of("0.00000002980232238769531250000000001") == 0x0001);  // 2^-25, and a bit
  CHECK(half_of("0.0000000298023223876953125") == 0x0000);
  CHECK(half_of("-1e-500") == 0x8000);
  const auto bits = [](std::string_view text) {
    return std::bit_cast<float>(
        truncate<std::uint32_t>(expr::float_word(PType::f32, *parse_number(text))));
  };
  CHECK(bits("16777217.0000000000000000001") == 16777218.0F);
  CHECK(bits("16777217") == 16777216.0F);
  CHECK(std::isinf(bits("1e39")));
  CHECK(bits("1e-60") == 0.0F);
}

TEST_CASE("literals: places among integers are exact at any size", "[expr][literal]") {
  const auto place = [](std::string_view text, int power) {
    return place_of(*parse_number(text), power);
  };
  CHECK(place("12.34", 0).floor == Int256::of(std::int64_t{12}));
  CHECK_FALSE(place("12.34", 0).exact);
  CHECK(place("-12.34", 0).floor == Int256::of(std::int64_t{-13}));
  CHECK(place("-12.00", 0).floor == Int256::of(std::int64_t{-12}));
  CHECK(place("-12.00", 0).exact);
  CHECK(place("12.34", 2).floor == Int256::of(std::int64_t{1234}));
  CHECK(place("1234e2", -3).floor == Int256::of(std::int64_t{123}));
  CHECK(place("0.000", 5).exact);
  CHECK(place("1e-9999999999999999999999", 0).floor == Int256{});
  CHECK_FALSE(place("1e-9999999999999999999999", 0).exact);
  CHECK(place("-1e-999", 0).floor == Int256::of(std::int64_t{-1}));
  CHECK(place("1e9999999999999999999999", 0).floor > place("9e75", 0).floor);
  CHECK(place("-1e77", 0).floor.negative());
  CHECK_FALSE(parse_number("1e"));
  CHECK_FALSE(parse_number("."));
  CHECK_FALSE(parse_number("1.2.3"));
  CHECK_FALSE(parse_number("1e+-5"));
  CHECK_FALSE(parse_number(" 1"));
  CHECK_FALSE(parse_number(""));
}
