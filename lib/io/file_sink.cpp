#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "io/detail/descriptor.hpp"
#include "io/local_file.hpp"

namespace gyre::io {
namespace {

using detail::Descriptor;
using detail::failed;

Result<void> write_all(int descriptor, std::span<const std::byte> bytes, std::string_view name) {
  while (!bytes.empty()) {
    const auto written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    // Whoever reads has seen enough: nothing is wrong.
    if (written < 0 && errno == EPIPE)
      return fail(Code::cancelled, "{}: closed by its reader", name);
    if (written < 0) return failed("write", name);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

class FileSink final : public Sink {
 public:
  FileSink(Descriptor file, std::string path, std::string temporary, bool overwrite)
      : file_(std::move(file)),
        path_(std::move(path)),
        temporary_(std::move(temporary)),
        overwrite_(overwrite) {}
  ~FileSink() override { abort(); }

  Result<void> write(Buffer bytes) override {
    GYRE_TRY(write_all(file_.number(), bytes.bytes(), path_));
    size_bytes_ += bytes.size();
    return {};
  }

  Result<Identity> commit() override {
    if (fsync(file_.number()) != 0) return failed("sync", path_);
    if (overwrite_) {
      if (rename(temporary_.c_str(), path_.c_str()) != 0) return failed("rename", path_);
    } else {
      // link refuses an existing name, which rename would replace.
      if (link(temporary_.c_str(), path_.c_str()) != 0) {
        if (errno == EEXIST)
          return fail(Code::invalid_argument, "{}: exists; --force overwrites it", path_);
        if (rename(temporary_.c_str(), path_.c_str()) != 0) return failed("rename", path_);
      } else {
        unlink(temporary_.c_str());
      }
    }
    temporary_.clear();
    file_.close();
    const Descriptor folder(::open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.number() >= 0) fsync(folder.number());
    return Identity{path_, size_bytes_, {}};
  }

  void abort() noexcept override {
    if (!temporary_.empty()) unlink(temporary_.c_str());
    temporary_.clear();
    file_.close();
  }

 private:
  Descriptor file_;
  std::string path_, temporary_;
  bool overwrite_;
  std::uint64_t size_bytes_ = 0;
};

class DescriptorSink final : public Sink {
 public:
  DescriptorSink(int descriptor, std::string name)
      : descriptor_(descriptor), name_(std::move(name)) {}
  Result<void> write(Buffer bytes) override {
    size_bytes_ += bytes.size();
    return write_all(descriptor_, bytes.bytes(), name_);
  }
  Result<Identity> commit() override { return Identity{name_, size_bytes_, {}}; }
  void abort() noexcept override {}

 private:
  int descriptor_;
  std::string name_;
  std::uint64_t size_bytes_ = 0;
};

}  // namespace

Result<std::unique_ptr<Sink>> create_file(const std::string& path, bool overwrite) {
  struct stat status{};
  if (stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return fail(Code::invalid_argument, "{}: is a folder", path);
    if (!S_ISREG(status.st_mode)) {  // a device or named pipe: written in place
      const int number = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
      if (number < 0) return failed("open", path);
      return write_descriptor(number, path);
    }
    if (!overwrite) return fail(Code::invalid_argument, "{}: exists; --force overwrites it", path);
  }
  for (unsigned attempt = 0;; ++attempt) {
    const auto temporary = fmt::format("{}.{}-{}.tmp", path, getpid(), attempt);
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file.number() >= 0)
      return std::make_unique<FileSink>(std::move(file), path, temporary, overwrite);
    if (errno != EEXIST || attempt == 100) return failed("create", path);
  }
}

std::unique_ptr<Sink> write_descriptor(int descriptor, std::string name) {
  return std::make_unique<DescriptorSink>(descriptor, std::move(name));
}

}  // namespace gyre::io
