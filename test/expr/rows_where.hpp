#pragma once

#include <string_view>
#include <vector>

#include "array/column.hpp"
#include "expr/predicate.hpp"

namespace gyre::test {

/// A column of a table, by name.
struct Named {
  std::string name;
  Column column;
};

DType schema_of(const std::vector<Named>& table);

/// The rows for which a condition is true, evaluated tile by tile, in both ways, which have to agree.
std::vector<std::uint64_t> rows_where(std::string_view condition, const std::vector<Named>& table);

/// The message of a condition that does not bind.
std::string bind_error(std::string_view condition, const DType& schema);

}  // namespace gyre::test
