#pragma once

#include <memory>
#include <string>

#include "array/column.hpp"
#include "array/encoding.hpp"
#include "file/writer.hpp"
#include "io/sink.hpp"

namespace gyre {

/// Text of a kind that `formatter` knows, written to `sink`; finish commits it.
std::unique_ptr<BatchOutput> text_output(std::unique_ptr<io::Sink> sink, std::unique_ptr<BatchFormatter> formatter);

/// Rows of one chunk of a Vortex file: whole zones, about half a megabyte of 8-byte values.
inline constexpr std::uint64_t default_chunk_rows = 8 * default_zone_rows;

/// A Vortex file. Batches must hold a multiple of the zone's rows (but the last): see rechunked. `encodings` lives longer.
class VortexOutput final : public BatchOutput {
 public:
  VortexOutput(std::unique_ptr<io::Sink> sink, const DType& schema, const EncodingTable& encodings);
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
