#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "array/batch_source.hpp"
#include "convert/chunk_bounds.hpp"
#include "convert/folder_files.hpp"

namespace gyre {

/// How rows are spread over the files of a folder.
struct FolderSplit {
  /// Columns whose values become folders, year=2024/town=Rome, and are left out of the files.
  std::vector<std::string> partition_by;
  std::optional<std::uint64_t> limit;  ///< rows in all, the first of the source
  ChunkBounds chunks;                  ///< of batches that are written; and of files
  std::uint64_t waiting_bytes;         ///< of rows that wait until they are whole chunks
  std::uint64_t job_bytes;             ///< see recut
  std::string ending;                  ///< of the files: ".vortex"
};

/// A source cut for a folder: each batch is for one file, which its `part` numbers.
struct FolderSource {
  std::unique_ptr<BatchSource> source;
  std::shared_ptr<FolderFiles> files;
};

/// `source` lives longer.
/// Errors   Code::invalid_argument: no such column; Code::unsupported: its values make no names. Later, from a job: more
///          than 1,000 different values
Result<FolderSource> split_for_folder(BatchSource& source, FolderSplit split);

}  // namespace gyre
