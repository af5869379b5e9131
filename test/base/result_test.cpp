#include "base/result.hpp"

#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

Result<int> half_of(int number) {
  if (number % 2 != 0) return fail(Code::invalid_argument, "{} is odd", number);
  return number / 2;
}

Result<int> quarter_of(int number) {
  const int half = GYRE_TRY(half_of(number));
  return half_of(half);
}

TEST_CASE("result: GYRE_TRY hands on the value or leaves with the error", "[base]") {
  CHECK(test::must(quarter_of(12)) == 3);
  CHECK(test::refused(quarter_of(5)).message == "5 is odd");
  const auto error = test::refused(quarter_of(6));
  CHECK(error.message == "3 is odd");
  CHECK(error.code == Code::invalid_argument);
}

TEST_CASE("result: within puts the place in front of an error and leaves a value alone", "[base]") {
  CHECK(test::must(within(half_of(4), "file {}", 1)) == 2);
  const auto error = test::refused(within(within(half_of(3), "row {}", 7), "a.csv"));
  CHECK(error.message == "a.csv: row 7: 3 is odd");
  CHECK(error.code == Code::invalid_argument);
}

TEST_CASE("result: every code has a name of its own", "[base]") {
  std::vector<std::string_view> names;
  for (int code = 0; code <= static_cast<int>(Code::cancelled); ++code) {
    const auto name = name_of(static_cast<Code>(code));
    CHECK(name != "unknown");
    CHECK(std::count(names.begin(), names.end(), name) == 0);
    names.push_back(name);
  }
}

}  // namespace
}  // namespace gyre
