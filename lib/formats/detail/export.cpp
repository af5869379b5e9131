#include "formats/detail/export.hpp"

#include <arrow/api.h>
#include <arrow/c/bridge.h>
#include <arrow/util/key_value_metadata.h>

#include <algorithm>

#include "array/column_sink.hpp"
#include "arrow/export.hpp"
#include "base/words.hpp"
#include "formats/detail/arrow_io.hpp"

namespace gyre::formats {
namespace {

/// Bytes of the texts that do not fit their views.
std::uint64_t long_text_bytes(const Column& texts) {
  std::uint64_t bytes = 0;
  for (std::uint64_t row = 0; row < texts.rows; ++row) {
    const auto size = load<std::uint32_t>(texts.buffers[0].data() + row * sizeof(TextView));
    if (size > TextView::inline_bytes) bytes += size;
  }
  return bytes;
}

std::uint64_t buffer_bytes(const Column& texts) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 1; i < texts.buffers.size(); ++i) bytes += texts.buffers[i].size();
  return bytes;
}

/// Buffers this small go along whatever part of them is used.
constexpr std::uint64_t small_bytes = 4096;

bool is_sparse(const Column& column) {
  if (!column.dtype.physical().is_text()) return std::ranges::any_of(column.children, is_sparse);
  const auto bytes = buffer_bytes(column);
  return bytes > small_bytes && long_text_bytes(column) < bytes / 2;
}

}  // namespace

Result<Batch> compacted(Batch batch) {
  for (auto& column : batch.columns) {
    if (!is_sparse(column)) continue;
    ReadContext context;
    const auto reader = reader_of(column, context);
    auto copied = GYRE_TRY(read_column(*reader, column.dtype, {0, column.rows}, context));
    column = std::move(copied);
  }
  return batch;
}

std::shared_ptr<::arrow::KeyValueMetadata> export_metadata(const FileMetadata& metadata) {
  auto pairs = std::make_shared<::arrow::KeyValueMetadata>();
  for (const auto& [key, value] : metadata) pairs->Append(key, value);
  return pairs;
}

Result<std::shared_ptr<::arrow::Schema>> export_schema(const DType& schema) {
  ArrowSchema exported;
  GYRE_TRY(gyre::arrow::export_schema(schema, exported));
  auto imported = ::arrow::ImportSchema(&exported);
  if (!imported.ok()) return failed(imported.status());
  return std::move(imported).ValueUnsafe();
}

Result<std::shared_ptr<::arrow::RecordBatch>> export_batch(
    const Batch& batch, const std::shared_ptr<::arrow::Schema>& schema) {
  ArrowArray exported;
  GYRE_TRY(gyre::arrow::export_batch(batch, exported));
  auto imported = ::arrow::ImportRecordBatch(&exported, schema);
  if (!imported.ok()) return failed(imported.status());
  return std::move(imported).ValueUnsafe();
}

}  // namespace gyre::formats
