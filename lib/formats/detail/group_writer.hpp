#pragma once

#include <arrow/api.h>
#include <arrow/io/interfaces.h>
#include <parquet/arrow/writer.h>
#include <parquet/file_writer.h>
#include <parquet/properties.h>

#include <memory>

namespace gyre::formats {

/// Writes tables as row groups of a Parquet file, each column by column. What Arrow C++ keeps open of a row group until the next
/// one comes (its last column, with page and dictionary) is closed at once.
class GroupWriter {
 public:
  static ::arrow::Result<GroupWriter> open(
      std::shared_ptr<::arrow::io::OutputStream> stream, std::shared_ptr<::arrow::Schema> schema,
      std::shared_ptr<::parquet::WriterProperties> properties,
      std::shared_ptr<::parquet::ArrowWriterProperties> arrow_properties);

  ::arrow::Status write(const ::arrow::Table& rows);
  ::parquet::arrow::FileWriter& file() { return *file_; }

 private:
  std::shared_ptr<::parquet::RowGroupWriter*> group_;  // the last one
  std::unique_ptr<::parquet::arrow::FileWriter> file_;
};

}  // namespace gyre::formats
