#include "array/batch.hpp"

namespace gyre {

std::uint64_t Batch::size_bytes() const {
  std::uint64_t size = 0;
  for (const auto& column : columns) size += column.size_bytes();
  return size;
}

Batch first_rows(const Batch& batch, std::uint64_t rows) {
  Batch first{batch.schema, rows, {}, batch.part, batch.first_row};
  for (const auto& column : batch.columns) first.columns.push_back(slice(column, 0, rows));
  return first;
}

}  // namespace gyre
