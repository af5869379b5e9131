#include "file/detail/compare_statistics.hpp"

#include <limits>

#include "support/catch.hpp"

namespace gyre {
namespace {

const DType f64 = DType::primitive(PType::f64, true);

/// Exact bounds of numbers.
Statistics between(double min, double max) {
  Statistics statistics;
  statistics.min = Scalar{f64, {float_word(PType::f64, min)}};
  statistics.max = Scalar{f64, {float_word(PType::f64, max)}};
  statistics.min_exact = statistics.max_exact = true;
  return statistics;
}

bool agree(const Statistics& stored, const Statistics& actual) {
  return detail::contradictions(stored, actual, f64).empty();
}

}  // namespace

TEST_CASE("contradictions: an exact bound must be reached, another only hold", "[file]") {
  const auto actual = between(1, 5);
  CHECK(agree(actual, actual));
  CHECK_FALSE(agree(between(0, 5), actual));
  CHECK_FALSE(agree(between(1, 6), actual));
  auto wide = between(0, 6);
  wide.min_exact = wide.max_exact = false;
  CHECK(agree(wide, actual));
  auto narrow = between(2, 4);
  narrow.min_exact = narrow.max_exact = false;
  CHECK(detail::contradictions(narrow, actual, f64) ==
        std::vector<std::string>{"min is bounded by 2.0, found 1.0",
                                 "max is bounded by 4.0, found 5.0"});
}

TEST_CASE("contradictions: zeros are equal, a NaN bounds nothing", "[file]") {
  CHECK(agree(between(0.0, 0.0), between(-0.0, 0.0)));
  CHECK_FALSE(agree(between(std::numeric_limits<double>::quiet_NaN(), 5), between(1, 5)));
}

TEST_CASE("contradictions: what is unknown contradicts nothing, a bound of no values does",
          "[file]") {
  Statistics nulls;
  nulls.null_count = 3;
  CHECK(agree({}, between(1, 5)));
  CHECK(agree(nulls, between(1, 5)));
  CHECK(detail::contradictions(between(1, 5), nulls, f64).size() == 2);
  Statistics more = nulls;
  more.null_count = 4;
  CHECK(detail::contradictions(more, nulls, f64) ==
        std::vector<std::string>{"null count is 4, counted 3"});
}

}  // namespace gyre
