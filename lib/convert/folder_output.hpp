#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "array/batch_output.hpp"
#include "array/batch_source.hpp"
#include "convert/chunk_bounds.hpp"

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

/// The files of a folder, as they come up.
class FolderFiles;
/// Where a file is, below the folder.
std::string path_of(const FolderFiles& files, std::uint32_t part);
/// The file of the same partition before it, which is full; nothing if it is the first.
std::optional<std::uint32_t> file_before(const FolderFiles& files, std::uint32_t part);

/// A source cut for a folder: each batch is for one file, which its `part` numbers.
struct FolderSource {
  std::unique_ptr<BatchSource> source;
  std::shared_ptr<FolderFiles> files;
};

/// `source` lives longer.
/// Errors   Code::invalid_argument: no such column; Code::unsupported: its values make no names. Later, from a job: more
///          than 1,000 different values
Result<FolderSource> split_for_folder(BatchSource& source, FolderSplit split);

/// Writes each batch into the file that it is for. Files appear at finish, or when they are full; if finish is not reached
/// they are removed.
///
/// make_file   opens the output of a path
/// finished    called with each file that is whole
std::unique_ptr<BatchOutput> folder_output(
    std::string folder, std::shared_ptr<FolderFiles> files,
    std::function<Result<std::unique_ptr<BatchOutput>>(const std::string& path)> make_file,
    std::function<void(BatchOutput& file)> finished);

}  // namespace gyre
