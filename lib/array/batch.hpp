#pragma once

#include <cstdint>
#include <vector>

#include "array/column.hpp"

namespace gyre {

/// Rows of some columns; `schema` is a struct whose fields they are.
struct Batch {
  DType schema;
  std::uint64_t rows = 0;
  std::vector<Column> columns;

  std::uint64_t size_bytes() const;
};

}  // namespace gyre
