#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "array/batch.hpp"
#include "formats/detail/parquet_file.hpp"

namespace gyre::formats {

/// One row group that is read in pieces of rows, by several workers at once: piece after piece of each column, but several
/// columns at a time. Each piece is read exactly once, and by someone, as soon as one behind it is.
class RowGroup {
 public:
  /// `file` lives longer. Reads nothing yet.
  /// job_bytes   that a piece takes, roughly
  /// before      the row group in front, which is read to its end first where the open pages of both are too much; or null
  RowGroup(const ParquetFile& file, int number, std::vector<std::size_t> columns,
           std::uint64_t job_bytes, std::shared_ptr<RowGroup> before);

  std::uint64_t rows() const { return rows_; }
  /// Rows of a piece that makes a job of fair size, as far as is known by now: texts that came from dictionaries or
  /// prefixes may take much more memory than the file tells.
  std::uint64_t piece_rows() const;
  /// The next piece: rows of it, its number. Called by one thread at a time.
  struct Piece {
    std::size_t number;
    std::uint64_t rows;
  };
  std::optional<Piece> next_piece();

  Result<std::vector<Batch>> read(Piece piece, const DType& schema);

 private:
  Result<void> open();
  /// Waits until all pieces have been read.
  Result<void> wait_for_end();
  void piece_is_read(const Piece& piece);
  Result<std::vector<Column>> read_column(std::size_t index, const Piece& piece,
                                          const DType& dtype);
  Result<void> wait_for_turn(std::size_t index, const Piece& piece);
  void pass_turn(std::size_t index, const Piece& piece);
  void fail_all(const Error& error);

  const ParquetFile& file_;
  int number_;
  std::vector<std::size_t> columns_;
  std::uint64_t job_bytes_;
  std::uint64_t rows_ = 0;
  std::shared_ptr<RowGroup> before_;
  bool is_heavy_ = false;  // its open pages take much
  double known_row_bytes_ = 0;
  bool may_inflate_ = false;
  std::atomic<std::uint64_t> measured_row_bytes_ = 0;

  std::size_t pieces_ = 0;
  std::uint64_t handed_out_ = 0;

  std::once_flag opened_;
  std::unique_ptr<::parquet::arrow::FileReader> reader_;
  std::vector<std::unique_ptr<::parquet::arrow::ColumnReader>> readers_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::size_t> turns_;  // the piece whose turn it is, for each column
  std::uint64_t rows_read_ = 0;
  std::optional<Error> error_;
};

}  // namespace gyre::formats
