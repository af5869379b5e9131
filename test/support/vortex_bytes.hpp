#pragma once

#include <memory>
#include <vector>

#include "array/batch.hpp"
#include "array/zone_statistics.hpp"
#include "compress/compressor.hpp"
#include "encodings/builtin.hpp"
#include "file/vortex_file.hpp"
#include "file/writer.hpp"
#include "support/memory_io.hpp"
#include "support/must.hpp"

namespace gyre::test {

/// Compresses as the tools do.
class TestEncoder final : public ChunkEncoder {
 public:
  Result<EncodedArray> encode(const Column& plain) override {
    return Compressor(encodings_).compress(plain);
  }

 private:
  EncodingTable encodings_{builtin_encodings()};
};

inline Batch batch_of(const DType& schema, std::vector<Column> columns) {
  return {schema, columns.front().rows, std::move(columns)};
}

/// The bytes of a Vortex file of these chunks; all but the last hold a multiple of `zone_rows` rows.
inline Buffer vortex_bytes(const DType& schema, const std::vector<Batch>& chunks,
                           std::uint64_t zone_rows = default_zone_rows) {
  MemorySink::Written written;
  MemorySink sink(written);
  TestEncoder encoder;
  FileWriter writer(sink, schema, encoder, zone_rows);
  for (const auto& batch : chunks) {
    EncodedChunk chunk{batch.rows, {}};
    for (const auto& column : batch.columns)
      chunk.columns.push_back({must(encoder.encode(column)), zone_statistics(column, zone_rows)});
    must(writer.append(chunk));
  }
  must(writer.finish());
  return std::move(written.bytes).freeze();
}

/// Tables that live as long as a test's files.
struct Tables {
  EncodingTable encodings{builtin_encodings()};
  LayoutTable layouts{builtin_layouts()};

  std::shared_ptr<VortexFile> open(const Buffer& bytes) const {
    return must(VortexFile::open(std::make_shared<MemorySource>(bytes, true), encodings, layouts));
  }
};

}  // namespace gyre::test
