#pragma once

#include <memory>
#include <optional>
#include <string>

#include "array/encoding.hpp"
#include "convert/file_kind.hpp"
#include "convert/input.hpp"
#include "convert/output.hpp"
#include "convert/pipeline.hpp"
#include "file/writer.hpp"

namespace gyre {

/// Where a conversion goes.
struct Target {
  std::string path;  ///< "-" is standard output
  FileKind kind;
  bool overwrite = false;
  VortexOptions vortex{};  ///< of a Vortex file
};

/// What a conversion did.
struct ConvertSummary {
  std::uint64_t rows = 0;
  std::uint64_t bytes_out = 0;
  /// Of a Vortex file its columns with their encodings; of others names and types only.
  std::vector<WriteSummary::OfColumn> columns;
};

/// Runs an input into a file, which appears when it is whole. `encodings` lives longer.
Result<ConvertSummary> convert_to(BatchSource& source, const Target& target,
                                  const EncodingTable& encodings, const PipelineOptions& options);

}  // namespace gyre
