#include "support/equal.hpp"

#include "support/catch.hpp"

namespace gyre::test {

bool columns_equal(const Column& actual, const Column& expected) {
  const auto problem = difference(actual, expected);
  if (!problem.empty()) UNSCOPED_INFO(problem);
  return problem.empty();
}

}  // namespace gyre::test
