#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "array/batch_source.hpp"
#include "convert/chunk_bounds.hpp"
#include "convert/folder_files.hpp"

namespace gyre {

/// What a file takes while it is open, beside its rows in flight, in bytes, roughly.
struct OpenFileMemory {
  std::uint64_t file = 0;   ///< whatever it holds
  std::uint64_t chunk = 0;  ///< for each chunk
  std::uint64_t zone = 0;   ///< for each zone
};

/// How rows are spread over the files of a folder.
struct FolderSplit {
  /// Columns whose values become folders, year=2024/town=Rome, and are left out of the files.
  std::vector<std::string> partition_by;
  std::optional<std::uint64_t> limit;  ///< rows in all, the first of the source
  ChunkBounds chunks;                  ///< of batches that are written; and of files
  /// Of rows that wait in memory until they are whole chunks, the others on disk; with what open files take beside them. If that
  /// were more than half of it, the file that takes the most would end, and its partition get one more.
  std::uint64_t waiting_bytes;
  std::string spill_folder;  ///< see BatchSpill
  std::uint64_t job_bytes;   ///< see recut
  std::string ending;        ///< of the files: ".vortex"
  OpenFileMemory file_memory{};
};

/// A source cut for a folder: each batch is for one file, which its `part` numbers; one of no rows ends the file.
struct FolderSource {
  std::unique_ptr<BatchSource> source;
  std::shared_ptr<FolderFiles> files;
};

/// `source` lives longer.
/// Errors   Code::invalid_argument: no such column; Code::unsupported: its values make no names. Later, from a job: more
///          than 1,000 different values
Result<FolderSource> split_for_folder(BatchSource& source, FolderSplit split);

}  // namespace gyre
