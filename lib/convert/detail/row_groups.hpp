#pragma once

#include <map>
#include <string>
#include <vector>

#include "array/batch.hpp"
#include "array/read_context.hpp"
#include "array/tile_mask.hpp"
#include "base/result.hpp"

namespace gyre {

/// Rows of batches by the values that some columns have in them.
class RowGroups {
 public:
  /// columns   of the batches, none of them nested
  explicit RowGroups(std::vector<std::size_t> columns) : columns_(std::move(columns)) {}

  /// Which group each row is in; a group is numbered when its first row comes. At most `most` of them.
  /// Errors   Code::invalid_argument: there are more
  Result<std::vector<std::uint32_t>> number(const Batch& batch, std::size_t most);
  std::size_t size() const { return values_.size(); }
  /// A group's values, one for each column.
  const std::vector<Scalar>& values(std::size_t group) const { return values_[group]; }

 private:
  std::vector<std::size_t> columns_;
  std::map<std::string, std::uint32_t> numbers_;  // by the bytes of the values
  std::vector<std::vector<Scalar>> values_;
};

}  // namespace gyre
