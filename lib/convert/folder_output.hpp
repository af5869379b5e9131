#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "array/batch_output.hpp"
#include "convert/folder_files.hpp"

namespace gyre {

/// An output with all the files that it makes.
struct OpenFile {
  std::unique_ptr<BatchOutput> output;
  std::vector<std::string> paths;
};

/// Writes each batch into the file that it is for. Files appear when a batch of no rows ends them, or at finish; if finish is
/// not reached they are removed.
///
/// open_file   opens the output of a path
/// finished    called with each file that is whole
std::unique_ptr<BatchOutput> folder_output(
    std::string folder, std::shared_ptr<FolderFiles> files,
    std::function<Result<OpenFile>(const std::string& path)> open_file,
    std::function<void(BatchOutput& file)> finished);

}  // namespace gyre
