#include "formats/detail/row_group.hpp"

#include <arrow/api.h>

#include <algorithm>
#include <utility>

#include "base/memory_shares.hpp"
#include "formats/detail/import.hpp"

namespace gyre::formats {
namespace {

/// Rows of pieces whose real size is unknown until one has been read.
constexpr std::uint64_t first_rows = 256;
constexpr std::uint64_t tile = 1024;

/// Of a column that is being read one page is in memory. Row groups overlap unless all their pages take so much.
constexpr std::int64_t usual_page_bytes = 1 << 20, open_bytes_per_job_byte = 4;
constexpr std::size_t columns_between_releases = 256;

/// Bytes of a value in plain memory, beside the bytes of a text.
double value_bytes(const ::parquet::ColumnChunkMetaData& chunk,
                   const ::parquet::ColumnDescriptor& column) {
  constexpr double decimal_bytes = 32;
  switch (chunk.type()) {
    case ::parquet::Type::BOOLEAN: return 1;
    case ::parquet::Type::INT32:
    case ::parquet::Type::FLOAT: return 4;
    case ::parquet::Type::FIXED_LEN_BYTE_ARRAY:
      return std::max<double>(column.type_length(), decimal_bytes);
    case ::parquet::Type::BYTE_ARRAY: return sizeof(TextView);
    default: return 8;
  }
}

/// Whether texts may be many times larger than their pages.
bool inflates(const ::parquet::ColumnChunkMetaData& chunk) {
  return std::ranges::any_of(chunk.encodings(), [](auto encoding) {
    return encoding != ::parquet::Encoding::PLAIN && encoding != ::parquet::Encoding::RLE &&
           encoding != ::parquet::Encoding::BIT_PACKED &&
           encoding != ::parquet::Encoding::DELTA_LENGTH_BYTE_ARRAY;
  });
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
  double bytes = 0;
  std::int64_t open_bytes = 0;
  for (const auto column : columns_) {
    for (const auto leaf : file.columns()[column].leaves) {
      const auto chunk = chunks->ColumnChunk(leaf);
      open_bytes += std::min(usual_page_bytes, chunk->total_uncompressed_size());
      const auto values = static_cast<double>(std::max<std::int64_t>(chunk->num_values(), 0));
      bytes += values * value_bytes(*chunk, *file.metadata().schema()->Column(leaf));
      if (chunk->type() != ::parquet::Type::BYTE_ARRAY || file.reads_dictionary(*chunk, leaf))
        continue;
      bytes += static_cast<double>(chunk->total_uncompressed_size());
      may_inflate_ |= inflates(*chunk);
    }
  }
  is_heavy_ = open_bytes > open_bytes_per_job_byte * static_cast<std::int64_t>(job_bytes);
  if (is_heavy_) before_ = std::move(before);
  known_row_bytes_ = bytes / static_cast<double>(std::max<std::uint64_t>(rows_, 1));
}

std::uint64_t RowGroup::piece_rows() const {
  const auto measured = measured_row_bytes_.load();
  if (may_inflate_ && measured == 0) return first_rows;
  const auto row_bytes = std::max({known_row_bytes_, static_cast<double>(measured), 1.0});
  const auto rows = static_cast<std::uint64_t>(static_cast<double>(job_bytes_) / row_bytes);
  if (rows >= batch_rows) return rows / batch_rows * batch_rows;
  return rows >= tile ? rows / tile * tile : std::max<std::uint64_t>(rows, 1);
}

std::optional<RowGroup::Piece> RowGroup::next_piece() {
  if (handed_out_ == rows_) return std::nullopt;
  const Piece piece{pieces_++, std::min(piece_rows(), rows_ - handed_out_)};
  handed_out_ += piece.rows;
  return piece;
}

Result<void> RowGroup::open() {
  if (before_) GYRE_TRY(std::exchange(before_, nullptr)->wait_for_end());
  reader_ = GYRE_TRY(file_.read_row_group(number_));
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

Result<std::vector<Column>> RowGroup::read_column(std::size_t index, const Piece& piece,
                                                  const DType& dtype) {
  GYRE_TRY(wait_for_turn(index, piece));
  std::shared_ptr<::arrow::ChunkedArray> chunks;
  GYRE_TRY(guarded_status(file_.errors(), [&] {
    return readers_[index]->NextBatch(static_cast<std::int64_t>(piece.rows), &chunks);
  }));
  pass_turn(index, piece);
  if (chunks->length() != static_cast<std::int64_t>(piece.rows))
    return fail(Code::corrupt, "{} values where {} rows are left", chunks->length(), piece.rows);
  std::vector<Column> columns;
  const auto& seen_as = file_.columns()[columns_[index]].seen_as;
  for (auto chunk : chunks->chunks()) {
    if (seen_as) chunk = GYRE_TRY(guarded(file_.errors(), [&] { return chunk->View(seen_as); }));
    columns.push_back(GYRE_TRY(import_array(*chunk, dtype)));
  }
  return columns;
}

Result<std::vector<Batch>> RowGroup::read(Piece piece, const DType& schema) {
  std::call_once(opened_, [&] {
    if (auto opened = open(); !opened) fail_all(opened.error());
  });
  std::vector<std::vector<Column>> columns;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    auto chunks = within(read_column(i, piece, schema.field(i)), "column {}", schema.field_name(i));
    if (!chunks) {
      fail_all(chunks.error());
      return std::unexpected(std::move(chunks).error());
    }
    for (const auto& chunk : *chunks) bytes += chunk.size_bytes();
    columns.push_back(*std::move(chunks));
    if (is_heavy_ && i % columns_between_releases == 0) release_free_memory();
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
