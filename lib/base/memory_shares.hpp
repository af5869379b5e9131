#pragma once

#include <climits>
#include <cstdint>

#include "base/result.hpp"

namespace gyre {

/// How the memory of a conversion or scan is shared out. What is in flight at most: for each worker four jobs of the input
/// with their batches, and three chunks of the output with what encoding them takes.
struct MemoryShares {
  /// Of rows that a job of the input may hold before it is its turn.
  std::uint64_t job_bytes = 16 << 20;
  /// Of rows that are written together, in plain memory.
  std::uint64_t chunk_bytes = 32 << 20;
  /// Of rows for many files, which wait until there are enough of one to be written, and of those files. Their chunks have half
  /// of chunk_bytes.
  std::uint64_t waiting_bytes = 128 << 20;
  /// Of the rows of a row group in a Parquet file.
  std::uint64_t row_group_bytes = 128 << 20;
  /// Of what an input or output has open beside its rows: pages and dictionaries of a Parquet file.
  std::uint64_t most_open_bytes = UINT64_MAX;
  /// Of one column of one batch: what takes more is refused, since a few bytes of a file can claim any number of values.
  std::uint64_t most_column_bytes = 1 << 30;
  unsigned most_threads = UINT_MAX;

  /// Shares that keep within `limit_bytes` what `threads` workers, or as many as there can be, have in flight.
  /// Errors   Code::invalid_argument: too little for one
  static Result<MemoryShares> of(std::uint64_t limit_bytes, unsigned threads);
  /// The limit that lets an input or output have so much open.
  static std::uint64_t limit_for(std::uint64_t open_bytes);
};

/// The least number of MiB that holds so many bytes: for messages.
constexpr std::uint64_t whole_mebibytes(std::uint64_t bytes) {
  return (bytes >> 20) + (bytes % (1 << 20) > 0 ? 1 : 0);
}

/// Gives memory that was freed back to the system, where the allocator keeps it otherwise: rows come and go in pieces of many
/// sizes, and what is free between them would add up.
void release_free_memory();

}  // namespace gyre
