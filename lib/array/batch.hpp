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
  /// Which of several outputs the rows are for, where there are several.
  std::uint32_t part = 0;
  /// Which row of its output the first one is, where that matters: of what a chunker makes.
  std::uint64_t first_row = 0;

  std::uint64_t size_bytes() const;
};

/// The first rows of a batch.
Batch first_rows(const Batch& batch, std::uint64_t rows);

}  // namespace gyre
