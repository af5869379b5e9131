#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gyre {

/// The files of a folder, as they come up: added by who cuts the rows, looked up by who writes or reads them. A batch's `part`
/// is the number of its file.
class FolderFiles {
 public:
  struct File {
    std::string path;  ///< below the folder
    /// The file of the same partition before it, which is full.
    std::optional<std::uint32_t> before;
  };

  std::uint32_t add(File file) {
    const std::scoped_lock lock(mutex_);
    files_.push_back(std::move(file));
    return static_cast<std::uint32_t>(files_.size() - 1);
  }
  File at(std::uint32_t part) const {
    const std::scoped_lock lock(mutex_);
    return files_[part];
  }
  void clear() {
    const std::scoped_lock lock(mutex_);
    files_.clear();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<File> files_;
};

}  // namespace gyre
