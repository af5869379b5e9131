#include "io/local_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "io/detail/descriptor.hpp"

namespace gyre::io {
namespace {

using detail::Descriptor;
using detail::failed;

class LocalFile final : public Source {
 public:
  LocalFile(Descriptor file, Identity identity, Buffer mapping)
      : file_(std::move(file)), identity_(std::move(identity)), mapping_(std::move(mapping)) {}

  const Identity& identity() const override { return identity_; }
  Profile profile() const override { return {64 << 10, 4 << 20, 4}; }

  std::optional<Buffer> mapped(ByteRange range) override {
    if (mapping_.empty()) return std::nullopt;
    return mapping_.slice(static_cast<std::size_t>(range.offset),
                          static_cast<std::size_t>(range.size));
  }

  Ticket read(std::span<const ByteRange> ranges, Destination& to, Done done) override {
    for (const auto& range : ranges) {
      for (auto at = range.offset; at < range.end();) {
        const auto room = to.room(at, static_cast<std::size_t>(range.end() - at));
        const auto got = pread(file_.number(), room.data(), room.size(), static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) {
          done(got < 0 ? failed("read", identity_.name)
                       : fail(Code::io, "{}: became shorter while it was read", identity_.name));
          return 0;
        }
        to.landed(at, static_cast<std::size_t>(got));
        at += static_cast<std::uint64_t>(got);
      }
    }
    done({});
    return 0;
  }

  void cancel(Ticket) override {}

 private:
  Descriptor file_;
  Identity identity_;
  Buffer mapping_;
};

Result<Buffer> map(const Descriptor& file, const Identity& identity) {
  const auto size = static_cast<std::size_t>(identity.size_bytes);
  if (size == 0) return Buffer{};
  void* at = mmap(nullptr, size, PROT_READ, MAP_SHARED, file.number(), 0);
  if (at == MAP_FAILED) return failed("map", identity.name);
  std::shared_ptr<const void> owner(
      at, [size](const void* mapped) { munmap(const_cast<void*>(mapped), size); });
  return Buffer::share({static_cast<const std::byte*>(at), size}, std::move(owner));
}

std::string version_of(const struct stat& status) {
  return fmt::format("{}.{}", status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

}  // namespace

Result<std::shared_ptr<Source>> open_file(const std::string& path, Access access) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) return failed("open", path);
  struct stat status{};
  if (fstat(file.number(), &status) != 0) return failed("look at", path);
  if (S_ISDIR(status.st_mode)) return fail(Code::invalid_argument, "{}: is a folder", path);
  if (!S_ISREG(status.st_mode)) return fail(Code::invalid_argument, "{}: is no regular file", path);
  Identity identity{path, static_cast<std::uint64_t>(status.st_size), version_of(status)};
  Buffer mapping;
  if (access == Access::map) mapping = GYRE_TRY(map(file, identity));
  return std::make_shared<LocalFile>(std::move(file), std::move(identity), std::move(mapping));
}

}  // namespace gyre::io
