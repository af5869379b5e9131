#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "array/column.hpp"
#include "array/encoded_array.hpp"
#include "array/statistics.hpp"
#include "dtype/dtype.hpp"
#include "file/footer.hpp"
#include "io/sink.hpp"

namespace gyre {

/// Rows that one row of a zone map tells of; chunks hold a multiple of it, so that zones never straddle chunks.
inline constexpr std::uint64_t default_zone_rows = 8192;

/// One column of a chunk, stored, with the statistics of its zones.
struct EncodedColumn {
  EncodedArray array;
  std::vector<Statistics> zones;
};

/// Rows that are written together: one segment a column. Workers make it, the writer puts it in its place.
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

/// Writes a Vortex file, chunk by chunk: struct of zoned columns of flat chunks, then zone maps, then the footer. Readable by
/// release 0.60.0 of the reference and all later ones.
class FileWriter {
 public:
  /// `schema` is a non-null struct; `encoder` stores the zone maps.
  FileWriter(io::Sink& sink, DType schema, ChunkEncoder& encoder,
             std::uint64_t zone_rows = default_zone_rows);
  ~FileWriter();

  /// The next rows. All chunks but the last hold a multiple of the zone's rows.
  Result<void> append(const EncodedChunk& chunk);
  /// Zone maps, statistics, footer. The sink is the caller's to commit.
  Result<WriteSummary> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gyre
