#pragma once

#include "support/difference.hpp"

namespace gyre::test {

/// Whether there is no difference, as a yes or no; a failing CHECK around it shows the difference.
bool columns_equal(const Column& actual, const Column& expected);

}  // namespace gyre::test
