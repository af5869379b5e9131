#pragma once

#include "formats/formats.hpp"

// The functions of the table that load_formats gives, one file each.
namespace gyre::formats {

Result<std::unique_ptr<BatchSource>> arrow_file_input(std::shared_ptr<io::Source> file);
Result<std::unique_ptr<BatchSource>> arrow_stream_input(std::unique_ptr<ByteInput> stream);
Result<std::unique_ptr<BatchOutput>> arrow_output(std::unique_ptr<io::Sink> sink,
                                                  const DType& schema, ArrowForm form,
                                                  const FileMetadata& metadata);
Result<std::unique_ptr<BatchSource>> parquet_input(std::shared_ptr<io::Source> file,
                                                   const MemoryShares& shares);
Result<std::unique_ptr<BatchOutput>> parquet_output(std::unique_ptr<io::Sink> sink,
                                                    const DType& schema,
                                                    const ParquetOptions& options,
                                                    const FileMetadata& metadata);
Result<ParquetDescription> describe_parquet(std::shared_ptr<io::Source> file);

}  // namespace gyre::formats
