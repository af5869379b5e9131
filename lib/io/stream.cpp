#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "io/detail/descriptor.hpp"
#include "io/local_file.hpp"

namespace gyre::io {
namespace {

using detail::Descriptor;
using detail::failed;

class DescriptorInput final : public ByteInput {
 public:
  DescriptorInput(Descriptor owned, int number, std::string name)
      : owned_(std::move(owned)), number_(number), name_(std::move(name)) {
    struct stat status{};
    if (fstat(number_, &status) == 0 && S_ISREG(status.st_mode)) {
      start_ = lseek(number_, 0, SEEK_CUR);
      seekable_ = start_ >= 0;
      if (seekable_)
        size_bytes_ = static_cast<std::uint64_t>(std::max<off_t>(0, status.st_size - start_));
    }
  }

  Result<std::size_t> read(std::span<std::byte> to) override {
    std::size_t filled = 0;
    while (filled < to.size()) {
      const auto got = ::read(number_, to.data() + filled, to.size() - filled);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return failed("read", name_);
      if (got == 0) break;
      filled += static_cast<std::size_t>(got);
    }
    return filled;
  }

  Result<void> rewind() override {
    if (!seekable_) return fail(Code::unsupported, "{}: a pipe cannot be read twice", name_);
    if (lseek(number_, start_, SEEK_SET) < 0) return failed("rewind", name_);
    return {};
  }

  bool seekable() const override { return seekable_; }
  std::string_view name() const override { return name_; }
  std::uint64_t size_bytes() const override { return size_bytes_; }

 private:
  Descriptor owned_;
  int number_;
  std::string name_;
  bool seekable_ = false;
  off_t start_ = 0;
  std::uint64_t size_bytes_ = 0;
};

}  // namespace

Result<std::unique_ptr<ByteInput>> open_stream(const std::string& path) {
  if (path == "-")
    return std::make_unique<DescriptorInput>(Descriptor(), STDIN_FILENO, "standard input");
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) return failed("open", path);
  struct stat status{};
  if (fstat(file.number(), &status) != 0) return failed("look at", path);
  if (S_ISDIR(status.st_mode)) return fail(Code::invalid_argument, "{}: is a folder", path);
  const int number = file.number();
  return std::make_unique<DescriptorInput>(std::move(file), number, path);
}

}  // namespace gyre::io
