#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "array/column_builder.hpp"
#include "base/buffer.hpp"
#include "dtype/scalar.hpp"

namespace gyre {

/// A column of any type but variants, value by value: for small tables and for what comes slowly.
class ValueBuilder {
 public:
  explicit ValueBuilder(DType dtype);

  /// A value of the type; null stands for nothing, or for zeros where the type has no nulls.
  void append(const Value& value);
  std::uint64_t rows() const { return rows_; }
  /// The column so far; starts afresh.
  Column finish();

 private:
  void append_elements(const Value& value);

  DType dtype_;
  std::uint64_t rows_ = 0;
  ValidityBuilder validity_;
  MutableBuffer words_;  // or the offsets of lists
  BitmapBuilder bits_;
  std::unique_ptr<TextBuilder> texts_;
  std::vector<ValueBuilder> children_;  // fields, or the elements of lists
};

/// A column of single values, each of type `dtype` (null where `dtype` is nullable).
Column column_of_values(std::span<const Value> values, const DType& dtype);

}  // namespace gyre
