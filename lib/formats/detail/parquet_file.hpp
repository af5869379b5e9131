#pragma once

#include <parquet/arrow/reader.h>
#include <parquet/metadata.h>

#include <memory>
#include <string>
#include <vector>

#include "dtype/dtype.hpp"
#include "formats/detail/arrow_io.hpp"

namespace gyre::formats {

/// A top-level column of a Parquet file.
struct ParquetColumn {
  std::string name;  ///< made unique
  Result<DType> dtype;
  std::string arrow_type;   ///< what Arrow C++ calls it
  std::vector<int> leaves;  ///< its columns in the row groups, rising
  bool has_int96 = false;
  /// The type that its values are looked at as, where that is not what Arrow C++ reads: enumerations are text, not bytes.
  std::shared_ptr<::arrow::DataType> seen_as = nullptr;
};

/// An open Parquet file: its footer, and readers of single row groups. Any thread may use it.
class ParquetFile {
 public:
  static Result<std::unique_ptr<ParquetFile>> open(std::shared_ptr<io::Source> source);

  const FirstError& errors() const { return errors_; }
  const ::parquet::FileMetaData& metadata() const { return *metadata_; }
  const std::vector<ParquetColumn>& columns() const { return columns_; }

  /// INT96 times are read as nanoseconds at first, or as microseconds from then on. Columns change their types.
  Result<void> use_microseconds();

  /// Whether values of a leaf column come as codes of a dictionary: then a row takes little memory, whatever its text.
  bool reads_dictionary(const ::parquet::ColumnChunkMetaData& chunk, int leaf) const;
  /// A reader of one row group; its columns are those of the file.
  Result<std::unique_ptr<::parquet::arrow::FileReader>> read_row_group(int row_group) const;
  /// The row group as it is stored.
  Result<std::shared_ptr<::parquet::RowGroupReader>> raw_row_group(int row_group) const;

 private:
  ParquetFile() = default;
  std::unique_ptr<::parquet::ParquetFileReader> reader_of(
      std::shared_ptr<::parquet::FileMetaData> metadata) const;
  ::parquet::ArrowReaderProperties arrow_properties() const;
  Result<void> read_schema();

  FirstError errors_;
  std::shared_ptr<SourceFile> input_;
  ::parquet::ReaderProperties properties_{memory_pool()};
  std::shared_ptr<::parquet::FileMetaData> metadata_;
  std::unique_ptr<::parquet::ParquetFileReader> whole_;
  ::arrow::TimeUnit::type int96_unit_ = ::arrow::TimeUnit::NANO;
  std::vector<ParquetColumn> columns_;
};

}  // namespace gyre::formats
