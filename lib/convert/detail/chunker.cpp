#include "convert/detail/chunker.hpp"

#include <algorithm>

#include "array/column_sink.hpp"

namespace gyre {

void Chunker::add(Batch batch) {
  if (batch.rows == 0) return;
  waiting_rows_ += batch.rows;
  waiting_.push_back(std::move(batch));
}

void Chunker::reset() {
  waiting_.clear();
  waiting_rows_ = 0;
}

Result<std::optional<Batch>> Chunker::take(bool at_end) {
  if (waiting_rows_ < rows_ && (!at_end || waiting_rows_ == 0)) return std::optional<Batch>{};
  if (waiting_.front().rows == rows_ || (waiting_.size() == 1 && waiting_rows_ <= rows_)) {
    auto whole = std::move(waiting_.front());
    waiting_.pop_front();
    waiting_rows_ -= whole.rows;
    return whole;
  }
  return glue(std::min(rows_, waiting_rows_));
}

Result<std::optional<Batch>> Chunker::glue(std::uint64_t rows) {
  Batch chunk{waiting_.front().schema, rows, {}};
  for (std::size_t column = 0; column < chunk.schema.field_count(); ++column) {
    const auto sink = make_column_sink(chunk.schema.field(column), *context_);
    auto left = rows;
    for (const auto& batch : waiting_) {
      const auto part = std::min(left, batch.rows);
      const auto reader = reader_of(batch.columns[column], *context_);
      for (std::uint64_t first = 0; first < part; first += tile_rows)
        GYRE_TRY(sink->append(*reader, {first, std::min(first + tile_rows, part)}, nullptr));
      left -= part;
      if (left == 0) break;
    }
    chunk.columns.push_back(GYRE_TRY(sink->finish()));
  }
  drop(rows);
  return chunk;
}

void Chunker::drop(std::uint64_t rows) {
  waiting_rows_ -= rows;
  while (rows > 0) {
    auto& front = waiting_.front();
    const auto part = std::min(rows, front.rows);
    rows -= part;
    if (part == front.rows) {
      waiting_.pop_front();
      continue;
    }
    for (auto& column : front.columns) column = slice(column, part, front.rows);
    front.rows -= part;
  }
}

}  // namespace gyre
