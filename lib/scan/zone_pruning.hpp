#pragma once

#include <vector>

#include "scan/plan.hpp"

namespace gyre {

/// The rows of the plan's file that its filter may keep, as far as file statistics and zone maps tell; neighbours joined.
Result<std::vector<RowRange>> surviving_rows(const Plan& plan,
                                             const std::vector<const Statistics*>& file_statistics,
                                             PlanCounters& counters);

}  // namespace gyre
