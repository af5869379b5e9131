#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "array/batch.hpp"
#include "array/column_builder.hpp"
#include "dtype/text.hpp"
#include "support/must.hpp"

namespace gyre::test {

/// A column of one size of words, as their bits; `valid` is empty where all are.
template <class W>
Column words(std::string_view dtype, const std::vector<W>& values,
             const std::vector<bool>& valid = {}) {
  Column column;
  column.dtype = must(parse_dtype(dtype));
  column.rows = values.size();
  column.buffers.push_back(Buffer::copy(std::as_bytes(std::span(values))));
  ValidityBuilder validity;
  for (std::size_t i = 0; i < values.size(); ++i) validity.append(valid.empty() || valid[i]);
  validity.finish(column);
  return column;
}

inline Column bools(const std::vector<bool>& values) {
  Column column;
  column.dtype = DType::boolean();
  column.rows = values.size();
  BitmapBuilder bits;
  for (const bool value : values) bits.append(value);
  column.buffers.push_back(bits.finish());
  return column;
}

/// Texts; a null pointer is a null.
inline Column texts(std::string_view dtype, const std::vector<const std::string*>& values) {
  TextBuilder builder;
  for (const auto* value : values)
    value != nullptr ? builder.append(*value) : builder.append_null();
  return builder.finish(must(parse_dtype(dtype)));
}

inline Batch batch_of(std::vector<std::pair<std::string, Column>> columns) {
  Batch batch;
  std::vector<DType::Field> fields;
  for (auto& [name, column] : columns) {
    batch.rows = column.rows;
    fields.push_back({name, column.dtype});
    batch.columns.push_back(std::move(column));
  }
  batch.schema = DType::structure(std::move(fields));
  return batch;
}

}  // namespace gyre::test
