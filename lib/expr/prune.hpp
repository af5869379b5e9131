#pragma once

#include <cstddef>
#include <functional>

#include "array/statistics.hpp"
#include "expr/predicate.hpp"

namespace gyre::expr {

/// What a predicate may come to on the rows that some statistics tell of. A flag that is false is proof; one that is true
/// is none.
struct Outcomes {
  bool has_true = true, has_false = true, has_null = true;

  /// Some row may pass; if not, the rows need not be read.
  bool may_be_true() const { return has_true; }
  /// Every row passes; the predicate need not be evaluated.
  bool must_be_true() const { return !has_false && !has_null; }
  bool operator==(const Outcomes&) const = default;
};

/// Statistics of predicate.columns()[column]; null where there are none.
using StatisticsOf = std::function<const Statistics*(std::size_t column)>;

/// The outcomes that statistics leave open. They must be right as far as they go, but may be cut short, or partly or
/// wholly absent. What makes no sense (a bound of another type, min above max) counts as absent. Bounds say nothing of
/// NaN: without a nan_count there may be some.
Outcomes possible(const Predicate& predicate, const StatisticsOf& statistics);

}  // namespace gyre::expr
