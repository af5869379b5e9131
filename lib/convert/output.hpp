#pragma once

#include <memory>
#include <string>

#include "array/batch_output.hpp"
#include "array/encoding.hpp"
#include "file/writer.hpp"
#include "formats/formats.hpp"
#include "inputs/file_kind.hpp"
#include "io/sink.hpp"
#include "text/byte_output.hpp"
#include "text/table_printer.hpp"

namespace gyre {

/// Text of a kind that `formatter` knows, written to `sink`; finish commits it.
std::unique_ptr<BatchOutput> text_output(std::unique_ptr<io::Sink> sink,
                                         std::unique_ptr<BatchFormatter> formatter);

/// A sink as text printers see it.
class SinkOutput final : public ByteOutput {
 public:
  explicit SinkOutput(io::Sink& sink) : sink_(sink) {}
  Result<void> write(std::span<const std::byte> bytes) override;

 private:
  io::Sink& sink_;
};

/// Rows in a box on `sink`.
std::unique_ptr<BatchOutput> table_output(std::unique_ptr<io::Sink> sink, const DType& schema,
                                          const TableOptions& options);

/// A file of any kind that can be written, but Vortex, which has a writer with more to tell. Rows come without the files that
/// stand beside a named one, see write_row_file.
/// form       of Arrow files
/// metadata   goes into Arrow and Parquet files; others have no place for it
/// Errors   Code::unsupported: rows of these types, or files of this kind, cannot be written
Result<std::unique_ptr<BatchOutput>> make_output(FileKind kind, std::unique_ptr<io::Sink> sink,
                                                 const DType& schema, ArrowForm form,
                                                 const ParquetOptions& parquet,
                                                 const FileMetadata& metadata);

/// Rows of one chunk of a Vortex file: whole zones, about half a megabyte of 8-byte values.
inline constexpr std::uint64_t default_chunk_rows = 8 * default_zone_rows;

/// How a Vortex file is laid out.
struct VortexOptions {
  WriteOptions write{};
  std::uint64_t chunk_rows = default_chunk_rows;  ///< a multiple of the zone's rows
  bool is_bare = false;  ///< the file is the one column itself, instead of a table that holds it
};

/// A Vortex file of one chunk for each batch. Batches know their first row: see rechunked. `encodings` lives longer.
class VortexOutput final : public BatchOutput {
 public:
  /// schema   of the batches
  /// Errors   Code::unsupported: the edition has no way to store a column
  static Result<void> check(const DType& schema, const VortexOptions& options);

  /// check() has passed.
  VortexOutput(std::unique_ptr<io::Sink> sink, const DType& schema, const EncodingTable& encodings,
               const VortexOptions& options = {});
  ~VortexOutput() override;

  Result<Piece> prepare(Batch batch, unsigned worker) override;
  Result<void> finish() override;
  /// What was written; after finish.
  const WriteSummary& summary() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gyre
