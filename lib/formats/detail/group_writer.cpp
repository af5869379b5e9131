#include "formats/detail/group_writer.hpp"

#include <parquet/arrow/schema.h>

#include <algorithm>
#include <utility>

#include "formats/detail/arrow_io.hpp"

namespace gyre::formats {
namespace {

/// A writer that tells which row group it has open.
class KnownGroups final : public ::parquet::ParquetFileWriter::Contents {
 public:
  KnownGroups(std::shared_ptr<::parquet::schema::GroupNode> schema,
              std::unique_ptr<::parquet::ParquetFileWriter> writer,
              std::shared_ptr<::parquet::RowGroupWriter*> group)
      : Contents(std::move(schema), nullptr),
        writer_(std::move(writer)),
        group_(std::move(group)) {}

  void Close() override {
    writer_->Close();
    file_metadata_ = writer_->metadata();
  }
  ::parquet::RowGroupWriter* AppendRowGroup() override {
    return *group_ = writer_->AppendRowGroup();
  }
  ::parquet::RowGroupWriter* AppendBufferedRowGroup() override {
    return *group_ = writer_->AppendBufferedRowGroup();
  }
  std::int64_t num_rows() const override { return writer_->num_rows(); }
  int num_columns() const override { return writer_->num_columns(); }
  int num_row_groups() const override { return writer_->num_row_groups(); }
  const std::shared_ptr<::parquet::WriterProperties>& properties() const override {
    return writer_->properties();
  }
  void AddKeyValueMetadata(
      const std::shared_ptr<const ::parquet::KeyValueMetadata>& metadata) override {
    writer_->AddKeyValueMetadata(metadata);
  }

 private:
  std::unique_ptr<::parquet::ParquetFileWriter> writer_;
  std::shared_ptr<::parquet::RowGroupWriter*> group_;
};

}  // namespace

::arrow::Result<GroupWriter> GroupWriter::open(
    std::shared_ptr<::arrow::io::OutputStream> stream, std::shared_ptr<::arrow::Schema> schema,
    std::shared_ptr<::parquet::WriterProperties> properties,
    std::shared_ptr<::parquet::ArrowWriterProperties> arrow_properties) {
  std::shared_ptr<::parquet::SchemaDescriptor> descriptor;
  ARROW_RETURN_NOT_OK(
      ::parquet::arrow::ToParquetSchema(schema.get(), *properties, *arrow_properties, &descriptor));
  const auto root =
      std::static_pointer_cast<::parquet::schema::GroupNode>(descriptor->schema_root());
  GroupWriter made;
  made.group_ = std::make_shared<::parquet::RowGroupWriter*>(nullptr);
  auto known = std::make_unique<::parquet::ParquetFileWriter>();
  known->Open(std::make_unique<KnownGroups>(
      root, ::parquet::ParquetFileWriter::Open(std::move(stream), root, std::move(properties)),
      made.group_));
  ARROW_RETURN_NOT_OK(::parquet::arrow::FileWriter::Make(memory_pool(), std::move(known),
                                                         std::move(schema),
                                                         std::move(arrow_properties), &made.file_));
  return made;
}

::arrow::Status GroupWriter::write(const ::arrow::Table& rows) {
  ARROW_RETURN_NOT_OK(file_->WriteTable(rows, std::max<std::int64_t>(rows.num_rows(), 1)));
  (*group_)->Close();
  return ::arrow::Status::OK();
}

}  // namespace gyre::formats
