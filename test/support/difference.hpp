#pragma once

#include <string>

#include "array/column.hpp"

namespace gyre::test {

/// Where `actual` is not `expected`, or not a sound column at all; empty if both hold. Floats compare by their bits,
/// values of null rows do not count.
std::string difference(const Column& actual, const Column& expected);

}  // namespace gyre::test
