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
  explicit TestEncoder(const Edition& edition = {})
      : encodings_(permitted(EncodingTable(builtin_encodings()), edition)),
        forms_(edition.forms()) {}
  Result<EncodedArray> encode(const Column& plain) override {
    return Compressor(encodings_, forms_).compress(plain);
  }

 private:
  EncodingTable encodings_;
  ArrayForms forms_;
};

inline Batch batch_of(const DType& schema, std::vector<Column> columns) {
  return {schema, columns.front().rows, std::move(columns)};
}

/// The bytes of a Vortex file of these chunks.
inline Buffer vortex_bytes(const DType& root, const std::vector<Batch>& chunks,
                           const WriteOptions& options) {
  MemorySink::Written written;
  MemorySink sink(written);
  TestEncoder encoder(options.edition);
  const StoredSchema schema(root, options.edition);
  FileWriter writer(sink, schema, encoder, options);
  std::uint64_t rows_before = 0;
  for (const auto& batch : chunks) {
    EncodedChunk chunk{batch.rows, {}};
    const auto parts = schema.cut(batch);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      EncodedColumn column{must(encoder.encode(parts[i].column)), {}};
      if (schema.columns()[i].is_validity) {
        column.zones.emplace_back();
        column.zones[0].null_count = parts[i].null_structs;
        column.zones[0].rows = batch.rows;
      } else if (schema.columns()[i].has_zones) {
        column.zones =
            zone_statistics(parts[i].column, options.zone_rows, rows_before % options.zone_rows);
      }
      chunk.columns.push_back(std::move(column));
    }
    must(writer.append(chunk));
    rows_before += batch.rows;
  }
  must(writer.finish());
  return std::move(written.bytes).freeze();
}

inline Buffer vortex_bytes(const DType& root, const std::vector<Batch>& chunks,
                           std::uint64_t zone_rows = default_zone_rows) {
  return vortex_bytes(root, chunks, WriteOptions{.edition = {}, .zone_rows = zone_rows});
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
