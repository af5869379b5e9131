#pragma once

#include <initializer_list>
#include <vector>

#include "array/encoded_array.hpp"
#include "base/protobuf.hpp"
#include "dtype/wire.hpp"
#include "support/conformance.hpp"
#include "support/must.hpp"
#include "support/samples.hpp"

namespace gyre::test {

// Nodes made by hand, for what no encoder of ours writes, and for what lies.

inline EncodedArray node(std::string_view encoding, Buffer metadata, std::vector<Buffer> buffers,
                         std::vector<EncodedArray> children = {}) {
  EncodedArray array{
      .encoding = encoding, .metadata = std::move(metadata), .buffers = {}, .children = {}};
  for (auto& bytes : buffers) array.buffers.push_back({std::move(bytes), 0});
  array.children = std::move(children);
  return array;
}

/// The values of a column, stored as they are.
inline EncodedArray plain_node(const Column& column) { return must(PlainChildren().child(column)); }

inline EncodedArray constant_node(const Value& value, const DType& dtype) {
  return node("vortex.constant", {}, {write_value(value, dtype)});
}

/// Integers that are never null, as a primitive node.
template <class T = std::int64_t>
EncodedArray integers(const std::vector<T>& values, PType ptype) {
  std::vector<std::optional<Int256>> words;
  const auto dtype = DType::primitive(ptype);
  for (const auto value : values) words.emplace_back(word_of(value, dtype));
  return plain_node(word_column(words, dtype));
}

/// The validity child that holds these bits.
inline EncodedArray validity_node(const std::vector<bool>& valid) {
  std::vector<std::optional<bool>> bits(valid.begin(), valid.end());
  return plain_node(bool_column(bits, DType::boolean()));
}

/// The validity of a column, row by row.
inline std::vector<bool> validity_of(const Column& column) {
  std::vector<bool> valid;
  for (std::uint64_t row = 0; row < column.rows; ++row) valid.push_back(column.is_valid(row));
  return valid;
}

/// Columns whose values are nested in several ways, with nulls at every level: lists, structs, fixed-size lists and maps
/// at the top.
inline std::vector<Column> nested_samples(std::uint64_t rows) {
  const auto nested = nested_dtype();
  const auto entry = nested.element();
  std::vector<Column> columns;
  for (const auto& dtype : {nested, entry, DType::fixed_size_list(entry, 2, true),
                            DType::map(DType::utf8(), nested, false, true)})
    columns.push_back(sample(dtype, rows, Pattern::full_range, Nulls::some, columns.size() + 1));
  return columns;
}

/// A message of varint fields 1, 2, 3 …
inline Buffer numbers(std::initializer_list<std::uint64_t> values) {
  ProtobufWriter writer;
  unsigned field = 0;
  for (const auto value : values) writer.number(++field, value);
  return writer.finish();
}

}  // namespace gyre::test
