#include "array/batch.hpp"

namespace gyre {

std::uint64_t Batch::size_bytes() const {
  std::uint64_t size = 0;
  for (const auto& column : columns) size += column.size_bytes();
  return size;
}

}  // namespace gyre
