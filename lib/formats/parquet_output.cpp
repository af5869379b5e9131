#include <arrow/api.h>
#include <arrow/ipc/writer.h>
#include <arrow/util/base64.h>
#include <arrow/util/key_value_metadata.h>
#include <arrow/util/thread_pool.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>

#include <algorithm>

#include "formats/detail/arrow_io.hpp"
#include "formats/detail/export.hpp"
#include "formats/detail/parquet_types.hpp"
#include "formats/detail/table.hpp"

namespace gyre::formats {
namespace {

/// A row group ends when it has this many rows.
constexpr std::int64_t row_group_rows = std::int64_t{1} << 20;

/// Each column of a row group has a page and a dictionary in memory: where columns are many, of fewer bytes than usual.
constexpr std::int64_t page_bytes = 64 << 20, dictionary_bytes = 16 << 20,
                       least_page_bytes = 8 << 10, most_page_bytes = 1 << 20;

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

/// Batches become Arrow's on any thread. The thread whose turn it is to write encodes them, one column a thread of a pool.
class ParquetOutput final : public BatchOutput {
 public:
  ParquetOutput(std::unique_ptr<io::Sink> sink, std::shared_ptr<::arrow::Schema> schema,
                std::uint64_t row_group_bytes)
      : sink_(std::move(sink)),
        stream_(std::make_shared<SinkStream>(*sink_, errors_)),
        schema_(std::move(schema)),
        row_group_bytes_(row_group_bytes) {}

  Result<void> start(unsigned threads, const FileMetadata& metadata) {
    if (threads > 1)
      pool_ = GYRE_TRY(guarded(
          errors_, [&] { return ::arrow::internal::ThreadPool::Make(static_cast<int>(threads)); }));
    const std::int64_t columns = std::max(schema_->num_fields(), 1);
    const auto column_bytes = [&](std::int64_t all) {
      return std::clamp(all / columns, least_page_bytes, most_page_bytes);
    };
    ::parquet::WriterProperties::Builder properties;
    properties.memory_pool(memory_pool())
        ->compression(::arrow::Compression::ZSTD)
        ->compression_level(zstd_level)
        ->max_row_group_length(row_group_rows)
        ->enable_write_page_index()
        ->data_pagesize(column_bytes(page_bytes))
        ->dictionary_pagesize_limit(column_bytes(dictionary_bytes))
        ->created_by("gyre");
    ::parquet::ArrowWriterProperties::Builder arrow_properties;
    arrow_properties.set_use_threads(pool_ != nullptr);
    if (pool_) arrow_properties.set_executor(pool_.get());
    writable_ = GYRE_TRY(guarded(errors_, [&] { return writable_schema(*schema_); }));
    writer_ = GYRE_TRY(guarded(errors_, [&] {
      return ::parquet::arrow::FileWriter::Open(*writable_, memory_pool(), stream_,
                                                properties.build(), arrow_properties.build());
    }));
    return guarded_status(errors_, [&]() -> ::arrow::Status {
      const auto pairs = export_metadata(metadata);
      ARROW_ASSIGN_OR_RAISE(const auto schema, stored_schema(*schema_, pairs));
      return writer_->AddKeyValueMetadata(pairs->Merge(*schema));
    });
  }

  Result<Piece> prepare(Batch batch, unsigned) override {
    const auto bytes = plain_bytes(batch);
    const auto exported = GYRE_TRY(export_batch(batch, schema_));
    auto rows = GYRE_TRY(guarded(errors_, [&] { return writable_rows(*exported, writable_); }));
    return Piece([this, bytes, rows = std::move(rows)] { return write(*rows, bytes); });
  }

  Result<void> finish() override {
    GYRE_TRY(guarded_status(errors_, [&] { return writer_->Close(); }));
    GYRE_TRY(sink_->commit());
    return {};
  }

 private:
  Result<void> write(const ::arrow::RecordBatch& rows, std::uint64_t bytes) {
    return guarded_status(errors_, [&] {
      if (rows_ == 0 || rows_ + rows.num_rows() > row_group_rows || bytes_ >= row_group_bytes_) {
        ARROW_RETURN_NOT_OK(writer_->NewBufferedRowGroup());
        rows_ = 0;
        bytes_ = 0;
      }
      rows_ += rows.num_rows();
      bytes_ += bytes;
      return writer_->WriteRecordBatch(rows);
    });
  }

  std::unique_ptr<io::Sink> sink_;
  FirstError errors_;
  std::shared_ptr<SinkStream> stream_;
  std::shared_ptr<::arrow::Schema> schema_, writable_;
  std::uint64_t row_group_bytes_;
  std::shared_ptr<::arrow::internal::ThreadPool> pool_;
  std::unique_ptr<::parquet::arrow::FileWriter> writer_;
  std::int64_t rows_ = 0;  // of the row group that is open
  std::uint64_t bytes_ = 0;
};

}  // namespace

Result<std::unique_ptr<BatchOutput>> parquet_output(std::unique_ptr<io::Sink> sink,
                                                    const DType& schema,
                                                    const ParquetOptions& options,
                                                    const FileMetadata& metadata) {
  auto exported = GYRE_TRY(export_schema(schema));
  auto output = std::make_unique<ParquetOutput>(std::move(sink), std::move(exported),
                                                options.row_group_bytes);
  GYRE_TRY(output->start(options.threads, metadata));
  return output;
}

}  // namespace gyre::formats
