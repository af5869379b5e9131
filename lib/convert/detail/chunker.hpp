#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "array/batch.hpp"
#include "array/read_context.hpp"
#include "base/result.hpp"
#include "convert/chunk_bounds.hpp"

namespace gyre {

/// Glues batches of one schema together, or cuts them, to chunks. Where they are cut depends on the rows alone, not on how
/// they came. Chunks know their first row.
class Chunker {
 public:
  /// bounds.rows_per_file is at least 1
  Chunker(const ChunkBounds& bounds, ReadContext& context) : bounds_(bounds), context_(&context) {}

  void add(Batch batch);
  /// Forgets what was added.
  void reset();
  /// A whole chunk; or, at the end, what is left. Nothing if there is not enough.
  Result<std::optional<Batch>> take(bool at_end);
  /// Of the rows that were added and not taken, in plain memory.
  std::uint64_t waiting_bytes() const { return waiting_bits_ / 8; }

 private:
  struct Waiting {
    Batch batch;
    std::uint64_t bits;
  };

  /// Rows of the next chunk, if all that it may hold is there.
  std::optional<std::uint64_t> chunk_rows(bool at_end) const;
  /// The first rows that fit the bytes of a chunk, at least one.
  std::uint64_t fitting_rows() const;
  Result<Batch> glue(std::uint64_t rows);
  void drop(std::uint64_t rows);

  ChunkBounds bounds_;
  std::deque<Waiting> waiting_;
  std::uint64_t waiting_rows_ = 0, waiting_bits_ = 0;
  std::uint64_t first_row_ = 0;  // in the file
  ReadContext* context_;
};

}  // namespace gyre
