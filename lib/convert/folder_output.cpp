#include "convert/folder_output.hpp"

#include <filesystem>
#include <map>
#include <mutex>
#include <vector>

namespace gyre {
namespace {

class FolderOutput final : public BatchOutput {
 public:
  FolderOutput(std::string folder, std::shared_ptr<FolderFiles> files,
               std::function<Result<OpenFile>(const std::string& path)> open_file,
               std::function<void(BatchOutput& file)> finished)
      : folder_(std::move(folder)),
        files_(std::move(files)),
        open_file_(std::move(open_file)),
        finished_(std::move(finished)) {}
  ~FolderOutput() override {
    if (is_whole_) return;
    open_.clear();
    std::error_code ignored;
    for (const auto& path : written_) std::filesystem::remove(path, ignored);
    // From the innermost out; folders that are not empty stay.
    for (auto path = folders_.rbegin(); path != folders_.rend(); ++path)
      std::filesystem::remove(*path, ignored);
  }

  Result<Piece> prepare(Batch batch, unsigned worker) override {
    const auto part = batch.part;
    if (batch.rows == 0) return Piece([this, part] { return finish(part); });
    return GYRE_TRY(file(part))->prepare(std::move(batch), worker);
  }

  Result<void> finish() override {
    while (!open_.empty()) GYRE_TRY(finish(open_.begin()->first));
    is_whole_ = true;
    return {};
  }

 private:
  Result<BatchOutput*> file(std::uint32_t part) {
    const std::scoped_lock lock(mutex_);
    auto& file = open_[part];
    if (!file.output) {
      const auto path = std::filesystem::path(folder_) / files_->path_of(part);
      GYRE_TRY(make_folder(path.parent_path()));
      file = GYRE_TRY(open_file_(path.string()));
    }
    return file.output.get();
  }

  Result<void> make_folder(const std::filesystem::path& path) {
    std::error_code error;
    if (path.empty() || std::filesystem::is_directory(path, error)) return {};
    GYRE_TRY(make_folder(path.parent_path()));
    if (std::filesystem::create_directory(path, error)) folders_.push_back(path);
    if (error) return fail(Code::io, "{}: cannot create: {}", path.string(), error.message());
    return {};
  }

  Result<void> finish(std::uint32_t part) {
    OpenFile file;
    {
      const std::scoped_lock lock(mutex_);
      const auto found = open_.find(part);
      if (found == open_.end()) return {};
      file = std::move(found->second);
      open_.erase(found);
    }
    GYRE_TRY(file.output->finish());
    for (auto& path : file.paths) written_.push_back(std::move(path));
    finished_(*file.output);
    return {};
  }

  std::string folder_;
  std::shared_ptr<FolderFiles> files_;
  std::function<Result<OpenFile>(const std::string& path)> open_file_;
  std::function<void(BatchOutput& file)> finished_;
  std::mutex mutex_;
  std::map<std::uint32_t, OpenFile> open_;
  std::vector<std::filesystem::path> folders_;  // made here, outer ones first
  std::vector<std::string> written_;            // only while pieces are placed
  bool is_whole_ = false;
};

}  // namespace

std::unique_ptr<BatchOutput> folder_output(
    std::string folder, std::shared_ptr<FolderFiles> files,
    std::function<Result<OpenFile>(const std::string& path)> open_file,
    std::function<void(BatchOutput& file)> finished) {
  return std::make_unique<FolderOutput>(std::move(folder), std::move(files), std::move(open_file),
                                        std::move(finished));
}

}  // namespace gyre
