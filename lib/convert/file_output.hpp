#pragma once

#include <memory>
#include <optional>
#include <string>

#include "array/encoding.hpp"
#include "convert/folder_split.hpp"
#include "convert/output.hpp"
#include "convert/pipeline.hpp"
#include "file/writer.hpp"
#include "inputs/file_kind.hpp"
#include "rows/rows_files.hpp"

namespace gyre {

/// Where a conversion goes.
struct Target {
  std::string path;  ///< "-" is standard output; a folder where there are to be several files
  FileKind kind;
  bool overwrite = false;
  VortexOptions vortex{};                               ///< of a Vortex file
  std::optional<RowContainer> container = {};           ///< of rows; else by the name
  std::vector<std::string> partition_by = {};           ///< see FolderSplit
  std::optional<std::uint64_t> max_rows_per_file = {};  ///< see FolderSplit

  bool is_folder() const { return !partition_by.empty() || max_rows_per_file; }
};

/// Whether a target can hold rows of these types, within the memory that there is.
/// Errors   Code::unsupported, Code::invalid_argument: a column that it cannot hold, or too many of them
Result<void> check_target(const Target& target, const DType& schema,
                          const PipelineOptions& options);

/// An input cut for a target that is a folder. `source` lives longer.
Result<FolderSource> split_for_target(BatchSource& source, const Target& target,
                                      const PipelineOptions& options);

/// What a conversion did.
struct ConvertSummary {
  std::uint64_t rows = 0;
  std::uint64_t bytes_out = 0;
  std::uint64_t files = 0;
  /// Of a Vortex file its columns with their encodings; of others names and types only.
  std::vector<WriteSummary::OfColumn> columns;
};

/// Runs an input into a file, or the files of a folder, which appear when they are whole. `encodings` lives longer.
Result<ConvertSummary> convert_to(BatchSource& source, const Target& target,
                                  const EncodingTable& encodings, const PipelineOptions& options);

}  // namespace gyre
