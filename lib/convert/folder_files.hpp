#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace gyre {

/// The files of a folder, as they come up: added by who cuts the rows, looked up by who writes or reads them. A batch's `part`
/// is the number of its file.
class FolderFiles {
 public:
  /// path   below the folder
  std::uint32_t add(std::string path) {
    const std::scoped_lock lock(mutex_);
    paths_.push_back(std::move(path));
    return static_cast<std::uint32_t>(paths_.size() - 1);
  }
  std::string path_of(std::uint32_t part) const {
    const std::scoped_lock lock(mutex_);
    return paths_[part];
  }
  void clear() {
    const std::scoped_lock lock(mutex_);
    paths_.clear();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> paths_;
};

}  // namespace gyre
