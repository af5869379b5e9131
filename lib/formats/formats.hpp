#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "array/batch_output.hpp"
#include "array/batch_source.hpp"
#include "base/byte_input.hpp"
#include "base/memory_shares.hpp"
#include "dtype/scalar.hpp"
#include "io/sink.hpp"
#include "io/source.hpp"

namespace gyre {

/// Arrow IPC comes in two forms: with a footer for random access, or as a stream.
enum class ArrowForm : std::uint8_t { file, stream };

/// What a Parquet file's footer says of it.
struct ParquetDescription {
  /// Least and greatest value; absent where the file has none, or they are of a kind that bounds nothing (NaN).
  struct Bounds {
    std::optional<Scalar> min, max;
    bool min_exact = true,
         max_exact = true;  ///< else the values lie inside the bounds, which may be cut short
    std::optional<std::uint64_t> null_count;
  };
  /// A top-level column; `dtype` is as inputs have it, or says what Vortex lacks.
  struct OfColumn {
    std::string name, dtype;
    std::vector<std::string> encodings, codecs;
    std::uint64_t stored_bytes = 0, plain_bytes = 0;
  };
  /// A leaf column of a row group, by its dotted path.
  struct Chunk {
    std::string name;
    Bounds bounds;
    std::uint64_t stored_bytes = 0;
  };
  struct RowGroup {
    std::uint64_t rows = 0, stored_bytes = 0;
    std::vector<Chunk> columns;
  };

  std::uint64_t rows = 0;
  std::string version, created_by;
  std::vector<OfColumn> columns;
  std::vector<RowGroup> row_groups;
  /// The leaf column that a top-level one is, where it is no nested one; as long as `columns`.
  std::vector<std::optional<std::size_t>> leaves;
};

/// A row group ends when it has this many rows.
inline constexpr std::uint64_t parquet_group_rows = std::uint64_t{1} << 20;

/// How a Parquet file is written.
struct ParquetOptions {
  unsigned threads = 1;  ///< that encode columns
  /// A row group ends when its rows take so much in plain memory.
  std::uint64_t row_group_bytes = MemoryShares().row_group_bytes;
  /// Of pages and dictionaries that are being written. More columns than it holds are refused.
  std::uint64_t most_open_bytes = MemoryShares().most_open_bytes;
  /// A batch is a row group, written column by column: between batches little is open.
  bool has_group_per_batch = false;
};

/// What the shared object with Arrow C++ in it can do; it is opened when the first format needs it.
///
/// Errors of inputs   Code::corrupt, Code::unsupported: what Arrow C++ says of the file; Code::io
struct Formats {
  /// Any record batches in a row are one stream of rows. Of a file, batches are read when their turn comes.
  Result<std::unique_ptr<BatchSource>> (*arrow_file_input)(std::shared_ptr<io::Source> file);
  /// `stream` may hold a whole file too, whose footer is then left out of account.
  Result<std::unique_ptr<BatchSource>> (*arrow_stream_input)(std::unique_ptr<ByteInput> stream);
  Result<std::unique_ptr<BatchOutput>> (*arrow_output)(std::unique_ptr<io::Sink> sink,
                                                       const DType& schema, ArrowForm form,
                                                       const FileMetadata& metadata);
  /// Row groups, or pieces of large ones, are read in parallel. Names that repeat get a number behind them. Columns of a type
  /// that Vortex lacks have the null type, and only project() may leave them out.
  /// A file that has more open at a time than `shares` allow is refused by project().
  Result<std::unique_ptr<BatchSource>> (*parquet_input)(std::shared_ptr<io::Source> file,
                                                        const MemoryShares& shares);
  Result<std::unique_ptr<BatchOutput>> (*parquet_output)(std::unique_ptr<io::Sink> sink,
                                                         const DType& schema,
                                                         const ParquetOptions& options,
                                                         const FileMetadata& metadata);
  Result<ParquetDescription> (*describe_parquet)(std::shared_ptr<io::Source> file);
};

/// Opens the shared object, which stays open; it lies beside the program or in ../lib.
/// Errors   Code::unsupported: it is not there, or Arrow C++ is not
Result<const Formats*> load_formats();

}  // namespace gyre
