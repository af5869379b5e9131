#include "text/type_guess.hpp"

#include <initializer_list>
#include <string>

#include "dtype/text.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"
#include "text/roomy.hpp"

namespace gyre {
namespace {

std::string guess(std::initializer_list<std::string_view> values, char mark = '.') {
  TypeGuess all(mark);
  TypeGuess merged(mark);
  for (const auto value : values) {
    const test::Roomy text(value);
    all.add(text);
    TypeGuess one(mark);
    one.add(text);
    merged.merge(one);
  }
  const auto text = to_text(all.best().with_nullable(false));
  CHECK(to_text(merged.best().with_nullable(false)) == text);
  return text;
}

}  // namespace

TEST_CASE("guess: whole numbers take the first type that holds all of them", "[text]") {
  CHECK(guess({"1", "0", "-5"}) == "i64");
  CHECK(guess({"-9223372036854775808", "9223372036854775807"}) == "i64");
  CHECK(guess({"9223372036854775808", "1"}) == "u64");
  CHECK(guess({"18446744073709551615"}) == "u64");
  CHECK(guess({"9223372036854775808", "-1"}) == "decimal(38,0)");
  CHECK(guess({"90000000000000000007", "18446744073709551616"}) == "decimal(38,0)");
  CHECK(guess({std::string(39, '1')}) == "utf8");
}

TEST_CASE("guess: what would not be written back the same is text", "[text]") {
  CHECK(guess({"00420", "10001"}) == "utf8");
  CHECK(guess({"+12", "+7"}) == "utf8");
  CHECK(guess({"1,200", "35"}) == "utf8");
  CHECK(guess({" 1"}) == "utf8");
  CHECK(guess({"0x10"}) == "utf8");
  CHECK(guess({"1.2.3"}) == "utf8");
}

TEST_CASE("guess: floats only where each is the same number", "[text]") {
  CHECK(guess({"1e3", "2e0"}) == "f64");
  CHECK(guess({"1.5", "2.25", "7"}) == "f64");
  CHECK(guess({"0.5", "1.5"}) == "f64");
  CHECK(guess({"1.5", "NaN", "-Infinity"}) == "f64");
  CHECK(guess({"-0", "1"}) == "f64");
  CHECK(guess({"1.5", "9007199254740993"}) == "decimal(18,1)");
  CHECK(guess({"1.5", "9007199254740993", "1e3"}) == "utf8");
  CHECK(guess({"nan", "inf"}) == "utf8");
  CHECK(guess({"0.1000000000000000055511151231257827"}) == "decimal(38,34)");
}

TEST_CASE("guess: evenly written fractions with zeros behind are decimals", "[text]") {
  CHECK(guess({"17.00", "17954.55"}) == "decimal(18,2)");
  CHECK(guess({"0.10", "-0.04"}) == "decimal(18,2)");
  CHECK(guess({"0.10", "-0.00"}) == "f64");
  CHECK(guess({"12.50", "3.2"}) == "f64");
  CHECK(guess({"12345678901234567.50"}) == "decimal(38,2)");
  CHECK(guess({"1.0", "2.0"}) == "f64");
}

TEST_CASE("guess: a comma is a decimal mark only where it was asked for", "[text]") {
  CHECK(guess({"1204,7", "88,25", "7,0"}) == "utf8");
  CHECK(guess({"1204,7", "88,25", "7,0"}, ',') == "f64");
  CHECK(guess({"1204.7"}, ',') == "utf8");
  CHECK(guess({"1.204,7"}, ',') == "utf8");
  CHECK(guess({"12", "7"}, ',') == "i64");
}

TEST_CASE("guess: bools, dates and times", "[text]") {
  CHECK(guess({"true", "False"}) == "bool");
  CHECK(guess({"true", "1"}) == "utf8");
  CHECK(guess({"t"}) == "utf8");
  CHECK(guess({"2031-04-07", "2031-04-08"}) == "date");
  CHECK(guess({"2031-04-07", "2031-02-30"}) == "utf8");
  CHECK(guess({"2031-04-07T10:00:00", "2031-04-07 10:00:00.5"}) == "timestamp(us)");
  CHECK(guess({"2031-04-07T10:00:00.000000001"}) == "timestamp(ns)");
  CHECK(guess({"2031-04-07T10:00:00Z"}) == "timestamp(us, UTC)");
  CHECK(guess({"2031-04-07T10:00:00Z", "2031-04-07T10:00:00"}) == "utf8");
  CHECK(guess({"2031-04-07T10:00:00+02:00"}) == "utf8");
  CHECK(guess({"2031-04-07", "2031-04-07T10:00:00"}) == "utf8");
  CHECK(guess({"2031-04-07", "7"}) == "utf8");
}

TEST_CASE("guess: forms that were asked for stand in for ISO 8601, and come before numbers",
          "[text]") {
  TimeForms forms;
  forms.date = test::must(TimeForm::parse("%Y%m%d"));
  const auto guess_with_forms = [&](std::initializer_list<std::string_view> values) {
    TypeGuess all('.', &forms);
    for (const auto value : values) all.add(test::Roomy(value));
    return to_text(all.best().with_nullable(false));
  };
  CHECK(guess_with_forms({"20310407", "20310408"}) == "date");
  CHECK(guess_with_forms({"20310407", "5"}) == "i64");
  CHECK(guess_with_forms({"2031-04-07"}) == "utf8");
  CHECK(guess_with_forms({"2031-04-07T10:00:00"}) == "timestamp(us)");
  forms.timestamp = test::must(TimeForm::parse("%d.%m.%Y %T.%f%z"));
  CHECK(guess_with_forms({"7.4.2031 10:00:00.5Z"}) == "timestamp(us, UTC)");
  CHECK(guess_with_forms({"7.4.2031 10:00:00.0000001+01"}) == "timestamp(ns, UTC)");
  CHECK(guess_with_forms({"true", "false"}) == "bool");
}

TEST_CASE("guess: without values it is vacant text", "[text]") {
  CHECK(TypeGuess().is_vacant());
  CHECK(TypeGuess().best() == DType::utf8(true));
  TypeGuess merged, one;
  one.add(test::Roomy("5"));
  merged.merge(one);
  CHECK_FALSE(merged.is_vacant());
  CHECK(merged.best() == DType::primitive(PType::i64, true));
}

}  // namespace gyre
