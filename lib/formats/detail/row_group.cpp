#include "formats/detail/row_group.hpp"

#include <arrow/api.h>

#include <algorithm>
#include <utility>

#include "array/column_sink.hpp"
#include "base/memory_shares.hpp"
#include "formats/detail/chunk_memory.hpp"
#include "formats/detail/import.hpp"

namespace gyre::formats {
namespace {

/// Rows of pieces whose real size is unknown until one has been read.
constexpr double first_rows = 256;
constexpr std::uint64_t tile = 1024;

/// Row groups overlap unless what one of them has open is so much.
constexpr double open_bytes_per_job_byte = 4;
constexpr std::size_t columns_between_releases = 256;

/// As much as any footer claims.
constexpr double huge = 1e15;

Result<void> check_rows(const ::arrow::ChunkedArray& values, std::uint64_t rows) {
  if (values.length() == static_cast<std::int64_t>(rows)) return {};
  return fail(Code::corrupt, "{} values where {} rows are left", values.length(), rows);
}

}  // namespace

RowGroup::RowGroup(const ParquetFile& file, int number, std::vector<std::size_t> columns,
                   std::uint64_t job_bytes, std::shared_ptr<RowGroup> before)
    : file_(file),
      number_(number),
      columns_(std::move(columns)),
      job_bytes_(job_bytes),
      turns_(columns_.size()) {
  const auto chunks = file.metadata().RowGroup(number);
  rows_ = static_cast<std::uint64_t>(std::max<std::int64_t>(chunks->num_rows(), 0));
  double rows_bytes = 0, open_bytes = 0;
  for (const auto column : columns_) {
    for (const auto leaf : file.columns()[column].leaves) {
      const auto chunk = chunks->ColumnChunk(leaf);
      const auto memory = memory_of(*chunk, *file.metadata().schema()->Column(leaf),
                                    file.reads_dictionary(*chunk, leaf));
      rows_bytes += memory.rows_bytes;
      open_bytes += memory.open_bytes;
      if (!memory.may_inflate) continue;
      may_inflate_ = true;
      most_row_bytes_ += memory.open_bytes;
    }
  }
  is_heavy_ = open_bytes > open_bytes_per_job_byte * static_cast<double>(job_bytes);
  reads_columns_ = is_heavy_ && !may_inflate_ && rows_bytes < open_bytes;
  open_bytes_ =
      static_cast<std::uint64_t>(std::clamp(reads_columns_ ? rows_bytes : open_bytes, 0.0, huge));
  if (is_heavy_) before_ = std::move(before);
  known_row_bytes_ = rows_bytes / static_cast<double>(std::max<std::uint64_t>(rows_, 1));
}

std::uint64_t RowGroup::piece_rows() const {
  const auto measured = static_cast<double>(measured_row_bytes_.load());
  const auto job_bytes = static_cast<double>(job_bytes_);
  if (may_inflate_ && measured == 0)
    return static_cast<std::uint64_t>(
        std::clamp(job_bytes / std::max(most_row_bytes_, 1.0), 1.0, first_rows));
  const auto row_bytes = std::max({known_row_bytes_, measured, 1.0});
  const auto rows = static_cast<std::uint64_t>(job_bytes / row_bytes);
  if (rows >= batch_rows) return rows / batch_rows * batch_rows;
  return rows >= tile ? rows / tile * tile : std::max<std::uint64_t>(rows, 1);
}

std::optional<RowGroup::Piece> RowGroup::next_piece() {
  if (handed_out_ == rows_) return std::nullopt;
  const Piece piece{pieces_++, handed_out_, std::min(piece_rows(), rows_ - handed_out_)};
  handed_out_ += piece.rows;
  return piece;
}

Result<void> RowGroup::open() {
  if (before_) GYRE_TRY(std::exchange(before_, nullptr)->wait_for_end());
  reader_ = GYRE_TRY(file_.read_row_group(number_));
  if (reads_columns_) {
    wholes_.resize(columns_.size());
    return {};
  }
  for (const auto column : columns_) {
    std::unique_ptr<::parquet::arrow::ColumnReader> reader;
    GYRE_TRY(guarded_status(file_.errors(),
                            [&] { return reader_->GetColumn(static_cast<int>(column), &reader); }));
    readers_.push_back(std::move(reader));
  }
  return {};
}

Result<void> RowGroup::wait_for_end() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return error_ || rows_read_ == rows_; });
  if (error_) return std::unexpected(*error_);
  return {};
}

void RowGroup::piece_is_read(const Piece& piece) {
  const std::scoped_lock lock(mutex_);
  rows_read_ += piece.rows;
  if (rows_read_ < rows_) return;
  readers_.clear();
  wholes_.clear();
  reader_.reset();
  changed_.notify_all();
}

Result<void> RowGroup::wait_for_turn(std::size_t index, const Piece& piece) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return error_ || turns_[index] == piece.number; });
  if (error_) return std::unexpected(*error_);
  return {};
}

void RowGroup::pass_turn(std::size_t index, const Piece& piece) {
  const std::scoped_lock lock(mutex_);
  turns_[index] = piece.number + 1;
  changed_.notify_all();
}

void RowGroup::fail_all(const Error& error) {
  const std::scoped_lock lock(mutex_);
  if (!error_) error_ = error;
  changed_.notify_all();
}

Result<RowGroup::Chunks> RowGroup::next_rows(std::size_t index, std::uint64_t rows) {
  Chunks chunks;
  GYRE_TRY(guarded_status(file_.errors(), [&] {
    return readers_[index]->NextBatch(static_cast<std::int64_t>(rows), &chunks);
  }));
  GYRE_TRY(check_rows(*chunks, rows));
  return chunks;
}

Result<RowGroup::Chunks> RowGroup::read_whole(std::size_t index) {
  Chunks chunks;
  GYRE_TRY(guarded_status(file_.errors(), [&] {
    return reader_->ReadColumn(static_cast<int>(columns_[index]), &chunks);
  }));
  GYRE_TRY(check_rows(*chunks, rows_));
  return chunks;
}

Result<Column> RowGroup::import(std::size_t index, const std::shared_ptr<::arrow::Array>& chunk,
                                const DType& dtype) const {
  const auto& seen_as = file_.columns()[columns_[index]].seen_as;
  if (!seen_as) return import_array(*chunk, dtype);
  return import_array(*GYRE_TRY(guarded(file_.errors(), [&] { return chunk->View(seen_as); })),
                      dtype);
}

Result<std::vector<Column>> RowGroup::read_column(std::size_t index, const Piece& piece,
                                                  const DType& dtype) {
  GYRE_TRY(wait_for_turn(index, piece));
  const auto chunks = GYRE_TRY(next_rows(index, piece.rows));
  pass_turn(index, piece);
  std::vector<Column> columns;
  for (const auto& chunk : chunks->chunks())
    columns.push_back(GYRE_TRY(import(index, chunk, dtype)));
  return columns;
}

Result<std::vector<Column>> RowGroup::copy_column(std::size_t index, const Piece& piece,
                                                  const DType& dtype, ReadContext& context) {
  auto& whole = wholes_[index];
  std::call_once(whole.once, [&] { whole.chunks = read_whole(index); });
  const auto chunks = GYRE_TRY(whole.chunks);
  std::vector<Column> columns;
  const auto part = chunks->Slice(static_cast<std::int64_t>(piece.first_row),
                                  static_cast<std::int64_t>(piece.rows));
  for (const auto& chunk : part->chunks()) {
    const auto column = GYRE_TRY(import(index, chunk, dtype));
    const auto reader = reader_of(column, context);
    columns.push_back(
        GYRE_TRY(gyre::read_column(*reader, column.dtype, {0, column.rows}, context)));
  }
  return columns;
}

Result<std::vector<Batch>> RowGroup::read(Piece piece, const DType& schema) {
  std::call_once(once_, [&] {
    opened_ = open();
    if (!opened_) fail_all(opened_.error());
  });
  GYRE_TRY(opened_);
  std::vector<std::vector<Column>> columns(columns_.size());
  std::uint64_t bytes = 0;
  ReadContext context;
  for (std::size_t count = 0; count < columns_.size(); ++count) {
    // Two workers that read whole columns begin at different ones, so that neither waits for what the other reads.
    const auto half = reads_columns_ && piece.number % 2 == 1 ? columns_.size() / 2 : 0;
    const auto i = (count + half) % columns_.size();
    auto chunks = within(reads_columns_ ? copy_column(i, piece, schema.field(i), context)
                                        : read_column(i, piece, schema.field(i)),
                         "column {}", schema.field_name(i));
    if (!chunks) {
      fail_all(chunks.error());
      return std::unexpected(std::move(chunks).error());
    }
    for (const auto& chunk : *chunks) bytes += chunk.size_bytes();
    columns[i] = *std::move(chunks);
    if (is_heavy_ && count % columns_between_releases == 0) release_free_memory();
  }
  piece_is_read(piece);
  if (may_inflate_) {
    auto seen = measured_row_bytes_.load();
    const auto now = std::max<std::uint64_t>(bytes / piece.rows, 1);
    while (seen < now && !measured_row_bytes_.compare_exchange_weak(seen, now)) {
    }
  }
  return cut_batches(schema, std::move(columns), piece.rows);
}

}  // namespace gyre::formats
