#pragma once

#include <arrow/type_fwd.h>

#include <string>
#include <vector>

#include "array/batch_source.hpp"
#include "base/result.hpp"

namespace gyre::formats {

/// Rows of one batch at most: what chunks of files written here hold, so that batches become chunks as they are.
inline constexpr std::uint64_t batch_rows = 65'536;

/// The type of a field of Arrow C++.
/// Errors   as arrow::import_schema, with the field's name
Result<DType> import_field(const ::arrow::Field& field);

/// The pairs of Arrow C++, but for the schema that it keeps for itself. Null: none.
FileMetadata import_metadata(const ::arrow::KeyValueMetadata* metadata);

/// An array of Arrow C++, whose buffers are as long as Arrow's own Validate() wants, as a column of type `dtype`, which is
/// that of some field with the array's values.
Result<Column> import_array(const ::arrow::Array& array, const DType& dtype);

/// Gives names that came before a number behind (a, a_1, a_2), such that no two are equal.
void number_repeated(std::vector<std::string>& names);

/// Puts columns that come in chunks, each column in its own way but all of `rows` rows, side by side into batches.
std::vector<Batch> cut_batches(const DType& schema, std::vector<std::vector<Column>> columns,
                               std::uint64_t rows);

}  // namespace gyre::formats
