#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "array/column.hpp"
#include "array/encoded_array.hpp"
#include "array/statistics.hpp"
#include "dtype/dtype.hpp"
#include "file/edition.hpp"
#include "file/footer.hpp"
#include "file/stored_schema.hpp"
#include "io/sink.hpp"

namespace gyre {

/// Rows that one row of a zone map tells of.
inline constexpr std::uint64_t default_zone_rows = 8192;

/// A stored column's part of a chunk, and what is known of it.
///
/// zones   statistics of its zones, where the column has a zone map; the first is what the chunk has of a zone that began
///         before it. Of a validity one entry, with the number of null structs
struct EncodedColumn {
  EncodedArray array;
  std::vector<Statistics> zones;
};

/// Rows that are written together: a segment for each stored column. Workers make it, the writer puts it in its place.
struct EncodedChunk {
  std::uint64_t rows = 0;
  std::vector<EncodedColumn> columns;
};

/// Stores plain columns; handed in by whoever picks encodings.
class ChunkEncoder {
 public:
  virtual ~ChunkEncoder() = default;
  virtual Result<EncodedArray> encode(const Column& plain) = 0;
};

/// What a finished file is.
struct WriteSummary {
  struct OfColumn {
    std::string name;
    DType dtype;
    std::vector<std::string_view> encodings;  ///< in order of first use
    std::uint64_t bytes = 0;                  ///< of its data segments
  };
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  std::vector<OfColumn> columns;
};

/// How a file is written.
struct WriteOptions {
  Edition edition{};
  std::uint64_t zone_rows = default_zone_rows;  ///< at most 2^32 - 1
};

/// Writes a Vortex file, chunk by chunk: flat chunks of stored columns, then zone maps, then the footer.
class FileWriter {
 public:
  /// `encoder` stores the zone maps. `schema` and `encoder` heed the edition.
  FileWriter(io::Sink& sink, StoredSchema schema, ChunkEncoder& encoder, WriteOptions options = {});
  ~FileWriter();

  /// The next rows. Chunks of whole zones are better read; others may come where rows are large.
  Result<void> append(const EncodedChunk& chunk);
  const StoredSchema& schema() const;
  /// Zone maps, statistics, footer. The sink is the caller's to commit.
  Result<WriteSummary> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gyre
