#pragma once

#include <string>
#include <vector>

#include "expr/predicate.hpp"
#include "expr/syntax.hpp"

namespace gyre::expr {

/// The column that a Syntax of type column names.
/// Errors   Code::invalid_argument: there is none; the nearest name is suggested
Result<BoundColumn> resolve(const Syntax& column, const DType& schema);

/// A path as an expression spells it.
std::string path_text(const std::vector<std::string>& path);

}  // namespace gyre::expr
