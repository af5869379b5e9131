#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <vector>

#include "array/batch.hpp"
#include "array/column_sink.hpp"
#include "array/read_context.hpp"
#include "base/result.hpp"
#include "convert/chunk_bounds.hpp"
#include "convert/detail/batch_spill.hpp"

namespace gyre {

/// Glues batches of one schema together, or cuts them, to chunks. Where they are cut depends on the rows alone, not on how
/// they came. Chunks know their first row.
class Chunker {
 public:
  /// bounds.rows_per_file is at least 1
  Chunker(const ChunkBounds& bounds, ReadContext& context) : bounds_(bounds), context_(&context) {}

  Result<void> add(Batch batch);
  /// Some rows of a batch, rising. They are copied, one part behind the other, as they may be few.
  Result<void> add_rows(const Batch& batch, std::span<const std::uint32_t> rows);
  /// Moves all rows that wait out of memory; they come back when they are a chunk, or the last ones. `spill` lives longer.
  Result<void> spill(BatchSpill& spill);
  /// Rows that were not taken are for a new file.
  void end_file() { first_row_ = 0; }
  /// Forgets what was added.
  void reset();
  bool has_chunk() const { return has_chunk(false); }
  /// A whole chunk; or, at the end, what is left. Nothing if there is not enough.
  Result<std::optional<Batch>> take(bool at_end);
  /// Of the rows in memory that were added and not taken, roughly; with what holds rows that were copied.
  std::uint64_t waiting_bytes() const { return memory_bits_ / 8 + tail_.bytes; }

 private:
  struct Waiting {
    Batch batch;  ///< without columns, if they are spilled
    std::uint64_t bits;
    std::optional<io::ByteRange> spilled = std::nullopt;
  };
  /// Parts of batches that grow into one, which comes behind all that waits.
  struct Tail {
    DType schema;
    std::vector<std::unique_ptr<ColumnSink>> columns;
    std::uint64_t rows = 0, bytes = 0;
  };

  void wait(Batch batch);
  Result<void> close_tail();
  /// Brings what was spilled back.
  Result<void> load();

  /// Rows that a chunk may have here.
  std::uint64_t most_rows() const;
  /// Whether all that the next chunk may hold is there.
  bool has_chunk(bool at_end) const;
  std::uint64_t chunk_rows(bool at_end) const;
  /// The first rows that fit the bytes of a chunk, at least one.
  std::uint64_t fitting_rows() const;
  /// A copy of the first rows of what waits there, in memory.
  Result<Batch> glue(std::ranges::input_range auto&& from, std::uint64_t rows);
  void drop(std::uint64_t rows);

  ChunkBounds bounds_;
  std::deque<Waiting> waiting_;
  std::uint64_t waiting_rows_ = 0, waiting_bits_ = 0;  // without the tail's
  std::uint64_t memory_bits_ = 0;                      // of those that are not spilled
  BatchSpill* spill_ = nullptr;
  Tail tail_;
  std::uint64_t first_row_ = 0;  // in the file
  ReadContext* context_;
};

}  // namespace gyre
