#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "array/batch.hpp"
#include "array/read_context.hpp"
#include "formats/detail/parquet_file.hpp"

namespace gyre::formats {

/// One row group that is read in pieces of rows, by several workers at once: piece after piece of each column, but several
/// columns at a time. Each piece is read exactly once, and by someone, as soon as one behind it is.
///
/// Each column that is being read has a page and a dictionary in memory. Where all of them are more than all the rows, as
/// columns are many or coded for nothing, one column after another is read as a whole, and pieces are copies of its rows.
class RowGroup {
 public:
  /// `file` lives longer. Reads nothing yet.
  /// job_bytes   that a piece takes, roughly
  /// before      the row group in front, which is read to its end first where both together take too much; or null
  RowGroup(const ParquetFile& file, int number, std::vector<std::size_t> columns,
           std::uint64_t job_bytes, std::shared_ptr<RowGroup> before);

  std::uint64_t rows() const { return rows_; }
  /// What reading takes beside the pieces, about.
  std::uint64_t open_bytes() const { return open_bytes_; }
  /// Rows of a piece that makes a job of fair size, as far as is known by now: texts that came from dictionaries or
  /// prefixes may take much more memory than the file tells.
  std::uint64_t piece_rows() const;
  /// The next piece: rows of it, its number. Called by one thread at a time.
  struct Piece {
    std::size_t number;
    std::uint64_t first_row;
    std::uint64_t rows;
  };
  std::optional<Piece> next_piece();

  Result<std::vector<Batch>> read(Piece piece, const DType& schema);

 private:
  Result<void> open();
  /// Waits until all pieces have been read.
  Result<void> wait_for_end();
  void piece_is_read(const Piece& piece);
  using Chunks = std::shared_ptr<::arrow::ChunkedArray>;
  Result<Chunks> next_rows(std::size_t index, std::uint64_t rows);
  Result<Chunks> read_whole(std::size_t index);
  /// The next rows of a column, when it is their turn.
  Result<std::vector<Column>> read_column(std::size_t index, const Piece& piece,
                                          const DType& dtype);
  /// Rows of a column that is in memory, or that is read for whoever comes first.
  Result<std::vector<Column>> copy_column(std::size_t index, const Piece& piece, const DType& dtype,
                                          ReadContext& context);
  Result<Column> import(std::size_t index, const std::shared_ptr<::arrow::Array>& chunk,
                        const DType& dtype) const;
  Result<void> wait_for_turn(std::size_t index, const Piece& piece);
  void pass_turn(std::size_t index, const Piece& piece);
  void fail_all(const Error& error);

  const ParquetFile& file_;
  int number_;
  std::vector<std::size_t> columns_;
  std::uint64_t job_bytes_;
  std::uint64_t rows_ = 0;
  std::shared_ptr<RowGroup> before_;
  std::uint64_t open_bytes_ = 0;
  bool is_heavy_ = false;       // what is open is much
  bool reads_columns_ = false;  // one after another, as a whole
  double known_row_bytes_ = 0;
  bool may_inflate_ = false;
  double most_row_bytes_ = 0;  // where texts may inflate
  std::atomic<std::uint64_t> measured_row_bytes_ = 0;

  std::size_t pieces_ = 0;
  std::uint64_t handed_out_ = 0;

  std::once_flag once_;
  Result<void> opened_;
  std::unique_ptr<::parquet::arrow::FileReader> reader_;
  std::vector<std::unique_ptr<::parquet::arrow::ColumnReader>> readers_;
  struct Whole {
    std::once_flag once;
    Result<Chunks> chunks;
  };
  std::deque<Whole> wholes_;  // one a column, where columns are read as a whole

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::size_t> turns_;  // the piece whose turn it is, for each column
  std::uint64_t rows_read_ = 0;
  std::optional<Error> error_;
};

}  // namespace gyre::formats
