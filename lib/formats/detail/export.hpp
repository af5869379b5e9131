#pragma once

#include <arrow/type_fwd.h>

#include <memory>
#include <string_view>

#include "array/batch_source.hpp"
#include "base/result.hpp"

namespace gyre::formats {

/// As arrow::export_schema, for Arrow C++.
Result<std::shared_ptr<::arrow::Schema>> export_schema(const DType& schema);
/// As arrow::export_batch: `schema` is what export_schema gave for the batch's.
Result<std::shared_ptr<::arrow::RecordBatch>> export_batch(
    const Batch& batch, const std::shared_ptr<::arrow::Schema>& schema);

/// Where Parquet files keep the Arrow schema of their rows, among their metadata.
inline constexpr std::string_view schema_key = "ARROW:schema";

/// Pairs as Arrow C++ has them.
std::shared_ptr<::arrow::KeyValueMetadata> export_metadata(const FileMetadata& metadata);

/// The batch with texts copied together where its rows use little of the buffers that they share with others.
Result<Batch> compacted(Batch batch);

}  // namespace gyre::formats
