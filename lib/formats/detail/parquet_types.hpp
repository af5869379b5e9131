#pragma once

#include <arrow/result.h>
#include <arrow/type_fwd.h>

#include <memory>

namespace gyre::formats {

/// The schema that other programs expect to meet: no views, no large lists. The values are the same.
::arrow::Result<std::shared_ptr<::arrow::Schema>> common_schema(const ::arrow::Schema& schema);

/// The schema that Arrow C++ can write to Parquet: views inside of structs it cannot, so all below the top are plain.
::arrow::Result<std::shared_ptr<::arrow::Schema>> writable_schema(const ::arrow::Schema& schema);
/// Rows in the form of writable_schema; what changes its type is copied.
::arrow::Result<std::shared_ptr<::arrow::RecordBatch>> writable_rows(
    const ::arrow::RecordBatch& rows, const std::shared_ptr<::arrow::Schema>& writable);

}  // namespace gyre::formats
