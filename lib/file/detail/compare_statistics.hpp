#pragma once

#include <string>
#include <vector>

#include "array/statistics.hpp"

namespace gyre::detail {

/// How statistics that a file holds contradict those of its values, one sentence each. `actual` has exact bounds. Zeros
/// are equal whatever their sign; bounds of long texts need not be exact, whatever the file says.
std::vector<std::string> contradictions(const Statistics& stored, const Statistics& actual,
                                        const DType& dtype);

}  // namespace gyre::detail
