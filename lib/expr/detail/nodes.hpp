#pragma once

#include <vector>

#include "expr/predicate.hpp"

namespace gyre::expr {

/// Conditions put together, and made simpler without changing any of their three values: constants are folded, nested
/// lists flattened, and sets of values of one column become one set.
Node all_of(std::vector<Node> parts);
Node any_of(std::vector<Node> parts);

/// What is true where the condition is false, false where it is true, and null where it is null.
Node negation(Node node);

/// The condition `node is true`, or with `negated` its negation.
Node is_true(Node node, bool negated);
/// The condition `node is null`, or with `negated` its negation.
Node is_unknown(Node node, bool negated);

/// Leaves out columns that no node names, and numbers the others anew.
void drop_unused(Node& root, std::vector<BoundColumn>& columns);

}  // namespace gyre::expr
