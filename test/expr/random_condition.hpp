#pragma once

#include <functional>
#include <optional>
#include <string>

#include "random_table.hpp"

namespace gyre::test {

/// A condition as text, and what it is for a row, worked out one row at a time.
struct RandomCondition {
  std::string text;
  std::function<std::optional<bool>(std::uint64_t row)> at;
};

/// Conditions on columns of `table`, which outlives them, nested at most `depth` deep.
RandomCondition random_condition(const std::vector<RandomColumn>& table, Random& random,
                                 unsigned depth);

}  // namespace gyre::test
