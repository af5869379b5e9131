#include <arrow/api.h>
#include <arrow/extension_type.h>
#include <arrow/ipc/writer.h>
#include <arrow/util/base64.h>
#include <arrow/util/key_value_metadata.h>
#include <arrow/util/thread_pool.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>

#include <algorithm>
#include <optional>

#include "formats/detail/arrow_io.hpp"
#include "formats/detail/export.hpp"
#include "formats/detail/group_writer.hpp"
#include "formats/detail/parquet_types.hpp"
#include "formats/detail/table.hpp"

namespace gyre::formats {
namespace {

constexpr auto row_group_rows = static_cast<std::int64_t>(parquet_group_rows);

/// What Arrow C++ takes for a column, whatever its rows: buffers, and metadata of its chunks that scatter over the heap.
constexpr std::uint64_t column_bytes = 128 << 10;

/// Columns of Parquet that one of a schema becomes.
std::uint64_t leaves_of(const ::arrow::DataType& type) {
  if (type.id() == ::arrow::Type::EXTENSION)
    return leaves_of(*static_cast<const ::arrow::ExtensionType&>(type).storage_type());
  std::uint64_t leaves = type.num_fields() == 0 ? 1 : 0;
  for (const auto& field : type.fields()) leaves += leaves_of(*field->type());
  return leaves;
}

std::uint64_t leaves_of(const ::arrow::Schema& schema) {
  std::uint64_t leaves = 0;
  for (const auto& field : schema.fields()) leaves += leaves_of(*field->type());
  return leaves;
}

/// How columns are written, which are all open at a time: where they are many, in pages and dictionaries of fewer bytes.
struct ColumnSizes {
  std::int64_t page_bytes, dictionary_bytes;
  /// Values that a page takes before it is asked for its size.
  std::int64_t write_batch_rows;

  static ColumnSizes of(std::uint64_t most_open_bytes, std::uint64_t columns) {
    constexpr std::uint64_t usual_open_bytes = 256 << 20;
    constexpr std::int64_t largest = 1 << 20, least_rows = 64, most_rows = 1024;
    // A page is there up to four times: as values, as bytes, compressed, and among the pages of its row group. Of a
    // dictionary there is a hash table, sixteen times as large.
    constexpr std::int64_t page_part = 4, dictionary_part = 2 * 16, value_bytes = 8;
    const auto share = static_cast<std::int64_t>(std::min(most_open_bytes, usual_open_bytes) /
                                                 std::max<std::uint64_t>(columns, 1));
    const auto dictionary = std::min(share / dictionary_part, largest);
    return {.page_bytes = std::min(share / page_part, largest),
            .dictionary_bytes = dictionary,
            .write_batch_rows = std::clamp(dictionary / value_bytes, least_rows, most_rows)};
  }
};

constexpr int zstd_level = 3;

/// What Arrow's readers look for to know types that Parquet itself does not tell apart, and take metadata from.
::arrow::Result<std::shared_ptr<::arrow::KeyValueMetadata>> stored_schema(
    const ::arrow::Schema& schema, const std::shared_ptr<::arrow::KeyValueMetadata>& metadata) {
  ARROW_ASSIGN_OR_RAISE(const auto common, common_schema(schema));
  ARROW_ASSIGN_OR_RAISE(const auto bytes,
                        ::arrow::ipc::SerializeSchema(*common->WithMetadata(metadata)));
  return ::arrow::key_value_metadata({std::string(schema_key)},
                                     {::arrow::util::base64_encode(std::string_view(*bytes))});
}

Result<void> check_memory(const ::arrow::Schema& schema, const ParquetOptions& options) {
  if (options.has_group_per_batch) return {};
  const auto columns = leaves_of(schema), needed = columns * column_bytes;
  if (needed <= options.most_open_bytes) return {};
  return fail(Code::unsupported,
              "Parquet of {} columns takes about {} MiB of memory, whatever its rows; "
              "--memory-limit {}MiB lets it be written",
              columns, whole_mebibytes(needed), whole_mebibytes(MemoryShares::limit_for(needed)));
}

/// Batches become Arrow's on any thread. The thread whose turn it is to write encodes them, one column a thread of a pool.
class ParquetOutput final : public BatchOutput {
 public:
  ParquetOutput(std::unique_ptr<io::Sink> sink, std::shared_ptr<::arrow::Schema> schema,
                const ParquetOptions& options)
      : sink_(std::move(sink)),
        stream_(std::make_shared<SinkStream>(*sink_, errors_)),
        schema_(std::move(schema)),
        options_(options),
        sizes_(ColumnSizes::of(options.most_open_bytes, leaves_of(*schema_))) {}

  Result<void> start(const FileMetadata& metadata) {
    if (options_.threads > 1 && !options_.has_group_per_batch)
      pool_ = GYRE_TRY(guarded(errors_, [&] {
        return ::arrow::internal::ThreadPool::Make(static_cast<int>(options_.threads));
      }));
    writable_ = GYRE_TRY(guarded(errors_, [&] { return writable_schema(*schema_); }));
    GYRE_TRY(guarded_status(errors_, [&] { return open(); }));
    return guarded_status(errors_, [&]() -> ::arrow::Status {
      const auto pairs = export_metadata(metadata);
      ARROW_ASSIGN_OR_RAISE(const auto schema, stored_schema(*schema_, pairs));
      return file().AddKeyValueMetadata(pairs->Merge(*schema));
    });
  }

  Result<Piece> prepare(Batch batch, unsigned) override {
    std::uint64_t bytes = 0, largest_bytes = 0;
    for (const auto& column : batch.columns) {
      const auto taken = plain_bits(column, 0, column.rows) / 8;
      bytes += taken;
      largest_bytes = std::max(largest_bytes, taken);
    }
    const auto exported = GYRE_TRY(export_batch(batch, schema_));
    auto rows = GYRE_TRY(guarded(errors_, [&] { return writable_rows(*exported, writable_); }));
    return Piece([this, bytes, step = rows_at_once(batch.rows, largest_bytes),
                  rows = std::move(rows)] { return write(rows, bytes, step); });
  }

  Result<void> finish() override {
    GYRE_TRY(guarded_status(errors_, [&] { return file().Close(); }));
    GYRE_TRY(sink_->commit());
    return {};
  }

 private:
  ::arrow::Status open() {
    ::parquet::WriterProperties::Builder properties;
    properties.memory_pool(memory_pool())
        ->compression(::arrow::Compression::ZSTD)
        ->compression_level(zstd_level)
        ->max_row_group_length(row_group_rows)
        ->write_batch_size(sizes_.write_batch_rows)
        ->data_pagesize(sizes_.page_bytes)
        ->dictionary_pagesize_limit(sizes_.dictionary_bytes)
        ->created_by("gyre");
    // It is kept until the end of the file.
    if (!options_.has_group_per_batch) properties.enable_write_page_index();
    ::parquet::ArrowWriterProperties::Builder arrow_properties;
    arrow_properties.set_use_threads(pool_ != nullptr);
    if (pool_) arrow_properties.set_executor(pool_.get());
    if (options_.has_group_per_batch) {
      ARROW_ASSIGN_OR_RAISE(groups_, GroupWriter::open(stream_, writable_, properties.build(),
                                                       arrow_properties.build()));
      return ::arrow::Status::OK();
    }
    ARROW_ASSIGN_OR_RAISE(
        writer_, ::parquet::arrow::FileWriter::Open(*writable_, memory_pool(), stream_,
                                                    properties.build(), arrow_properties.build()));
    return ::arrow::Status::OK();
  }

  ::parquet::arrow::FileWriter& file() { return groups_ ? groups_->file() : *writer_; }

  /// Few rows of large values, so that pages are not many times larger than they should be.
  std::int64_t rows_at_once(std::uint64_t rows, std::uint64_t largest_column_bytes) const {
    const auto row_bytes =
        static_cast<std::int64_t>(largest_column_bytes / std::max<std::uint64_t>(rows, 1));
    if (row_bytes * sizes_.write_batch_rows <= sizes_.page_bytes)
      return static_cast<std::int64_t>(rows);
    return std::max<std::int64_t>(sizes_.page_bytes / row_bytes, 1);
  }

  Result<void> write(const std::shared_ptr<::arrow::RecordBatch>& rows, std::uint64_t bytes,
                     std::int64_t step) {
    return guarded_status(errors_, [&]() -> ::arrow::Status {
      if (groups_) {
        ARROW_ASSIGN_OR_RAISE(const auto table, ::arrow::Table::FromRecordBatches({rows}));
        return groups_->write(*table);
      }
      if (rows_ == 0 || rows_ + rows->num_rows() > row_group_rows ||
          bytes_ >= options_.row_group_bytes) {
        ARROW_RETURN_NOT_OK(writer_->NewBufferedRowGroup());
        rows_ = 0;
        bytes_ = 0;
      }
      rows_ += rows->num_rows();
      bytes_ += bytes;
      for (std::int64_t first = 0; first < rows->num_rows(); first += step)
        ARROW_RETURN_NOT_OK(writer_->WriteRecordBatch(*rows->Slice(first, step)));
      return ::arrow::Status::OK();
    });
  }

  std::unique_ptr<io::Sink> sink_;
  FirstError errors_;
  std::shared_ptr<SinkStream> stream_;
  std::shared_ptr<::arrow::Schema> schema_, writable_;
  ParquetOptions options_;
  ColumnSizes sizes_;
  std::shared_ptr<::arrow::internal::ThreadPool> pool_;
  std::unique_ptr<::parquet::arrow::FileWriter> writer_;
  std::optional<GroupWriter> groups_;  // instead
  std::int64_t rows_ = 0;              // of the row group that is open
  std::uint64_t bytes_ = 0;
};

}  // namespace

Result<std::unique_ptr<BatchOutput>> parquet_output(std::unique_ptr<io::Sink> sink,
                                                    const DType& schema,
                                                    const ParquetOptions& options,
                                                    const FileMetadata& metadata) {
  auto exported = GYRE_TRY(export_schema(schema));
  GYRE_TRY(check_memory(*exported, options));
  auto output = std::make_unique<ParquetOutput>(std::move(sink), std::move(exported), options);
  GYRE_TRY(output->start(metadata));
  return output;
}

}  // namespace gyre::formats
