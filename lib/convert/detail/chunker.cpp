#include "convert/detail/chunker.hpp"

#include <algorithm>
#include <utility>

namespace gyre {
namespace {

/// Copied rows are a batch as soon as they are one of so many that make a chunk.
constexpr std::uint64_t batches_per_chunk = 16;
/// What a sink takes whatever its rows, and one part in so many of them as room behind them.
constexpr std::uint64_t sink_bytes = 512, sink_room_part = 4;

/// Buffers of so many times what a batch's rows take hold other rows too.
constexpr std::uint64_t most_shared = 2;

std::uint64_t plain_bits(const Batch& batch, std::uint64_t first, std::uint64_t last) {
  std::uint64_t bits = 0;
  for (const auto& column : batch.columns) bits += plain_bits(column, first, last);
  return bits;
}

}  // namespace

Result<void> Chunker::add(Batch batch) {
  GYRE_TRY(close_tail());
  if (batch.rows > 0) wait(std::move(batch));
  return {};
}

Result<void> Chunker::add_rows(const Batch& batch, std::span<const std::uint32_t> rows) {
  if (rows.empty()) return {};
  tail_.rows += rows.size();
  tail_.bytes = 0;
  tail_.schema = batch.schema;
  tail_.columns.resize(batch.columns.size());
  for (std::size_t i = 0; i < batch.columns.size(); ++i) {
    const auto& column = batch.columns[i];
    auto& sink = tail_.columns[i];
    if (!sink) sink = make_column_sink(column.dtype, *context_);
    GYRE_TRY(sink->gather(*reader_of(column, *context_), 0, rows));
    tail_.bytes += sink->size_bytes() + sink->size_bytes() / sink_room_part + sink_bytes;
  }
  const bool is_batch = tail_.rows >= bounds_.rows / batches_per_chunk ||
                        tail_.bytes >= bounds_.bytes / batches_per_chunk;
  return is_batch ? close_tail() : Result<void>{};
}

Result<void> Chunker::close_tail() {
  if (tail_.rows == 0) return {};
  Batch batch{tail_.schema, tail_.rows, {}};
  for (const auto& sink : tail_.columns) batch.columns.push_back(GYRE_TRY(sink->finish()));
  tail_ = {};
  wait(std::move(batch));
  return {};
}

void Chunker::wait(Batch batch) {
  const auto bits = plain_bits(batch, 0, batch.rows);
  waiting_rows_ += batch.rows;
  waiting_bits_ += bits;
  memory_bits_ += bits;
  waiting_.push_back({std::move(batch), bits});
}

Result<void> Chunker::spill(BatchSpill& spill) {
  GYRE_TRY(close_tail());
  for (auto& waiting : waiting_) {
    if (waiting.spilled) continue;
    // Buffers that are shared with other batches would be written whole.
    if (waiting.batch.size_bytes() > waiting.bits / 8 * most_shared)
      waiting.batch = GYRE_TRY(glue(std::span(&waiting, 1), waiting.batch.rows));
    waiting.spilled = GYRE_TRY(spill.write(waiting.batch));
    waiting.batch.columns.clear();
  }
  memory_bits_ = 0;
  spill_ = &spill;
  return {};
}

Result<void> Chunker::load() {
  for (auto& waiting : waiting_) {
    if (!waiting.spilled) continue;
    waiting.batch.columns = GYRE_TRY(spill_->take(*waiting.spilled, waiting.batch.schema));
    waiting.spilled.reset();
    memory_bits_ += waiting.bits;
  }
  return {};
}

void Chunker::reset() {
  waiting_.clear();
  waiting_rows_ = waiting_bits_ = memory_bits_ = first_row_ = 0;
  tail_ = {};
}

Result<std::optional<Batch>> Chunker::take(bool at_end) {
  if (!has_chunk(at_end)) return std::optional<Batch>{};
  GYRE_TRY(close_tail());
  GYRE_TRY(load());
  const auto rows = chunk_rows(at_end);
  const auto& front = waiting_.front().batch;
  auto chunk = front.rows == rows  ? front
               : front.rows > rows ? first_rows(front, rows)
                                   : GYRE_TRY(glue(waiting_, rows));
  drop(rows);
  chunk.first_row = first_row_;
  first_row_ += rows;
  if (first_row_ == bounds_.rows_per_file) first_row_ = 0;
  return chunk;
}

std::uint64_t Chunker::most_rows() const {
  return std::min(bounds_.rows, bounds_.rows_per_file - first_row_);
}

bool Chunker::has_chunk(bool at_end) const {
  const auto rows = waiting_rows_ + tail_.rows;
  return rows > 0 && (at_end || rows >= most_rows() || waiting_bits_ / 8 > bounds_.bytes);
}

std::uint64_t Chunker::chunk_rows(bool at_end) const {
  const auto most = most_rows();
  const bool is_full = waiting_bits_ / 8 > bounds_.bytes;
  auto rows = std::min(most, waiting_rows_);
  if (is_full) rows = std::min(rows, fitting_rows());
  if (rows == waiting_rows_ && at_end) return rows;
  const auto zone_end = (first_row_ + rows) / bounds_.zone_rows * bounds_.zone_rows;
  if (zone_end > first_row_) return zone_end - first_row_;
  return rows < most && rows > tile_rows ? rows / tile_rows * tile_rows : rows;
}

std::uint64_t Chunker::fitting_rows() const {
  auto bits_left = bounds_.bytes * 8;
  std::uint64_t rows = 0;
  for (const auto& [batch, bits, spilled] : waiting_) {
    if (bits <= bits_left) {
      bits_left -= bits;
      rows += batch.rows;
      continue;
    }
    std::uint64_t fits = 0, too_many = batch.rows;
    while (fits + 1 < too_many) {
      const auto middle = fits + (too_many - fits) / 2;
      (plain_bits(batch, 0, middle) <= bits_left ? fits : too_many) = middle;
    }
    rows += fits;
    break;
  }
  return std::max<std::uint64_t>(rows, 1);
}

Result<Batch> Chunker::glue(std::ranges::input_range auto&& from, std::uint64_t rows) {
  Batch chunk{from.begin()->batch.schema, rows, {}};
  for (std::size_t column = 0; column < chunk.schema.field_count(); ++column) {
    const auto sink = make_column_sink(chunk.schema.field(column), *context_);
    auto left = rows;
    for (const auto& waiting : from) {
      const auto part = std::min(left, waiting.batch.rows);
      const auto reader = reader_of(waiting.batch.columns[column], *context_);
      for (std::uint64_t first = 0; first < part; first += tile_rows)
        GYRE_TRY(sink->append(*reader, {first, std::min(first + tile_rows, part)}, nullptr));
      left -= part;
      if (left == 0) break;
    }
    chunk.columns.push_back(GYRE_TRY(sink->finish()));
  }
  return chunk;
}

void Chunker::drop(std::uint64_t rows) {
  waiting_rows_ -= rows;
  while (rows > 0) {
    auto& [batch, bits, spilled] = waiting_.front();
    const auto part = std::min(rows, batch.rows);
    rows -= part;
    if (part == batch.rows) {
      waiting_bits_ -= bits;
      memory_bits_ -= bits;
      waiting_.pop_front();
      continue;
    }
    const auto dropped = plain_bits(batch, 0, part);
    bits -= dropped;
    waiting_bits_ -= dropped;
    memory_bits_ -= dropped;
    for (auto& column : batch.columns) column = slice(column, part, batch.rows);
    batch.rows -= part;
  }
}

}  // namespace gyre
