#include "io/temporary_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "io/detail/descriptor.hpp"

namespace gyre::io {
namespace {

using detail::Descriptor;
using detail::failed;

std::string existing(std::filesystem::path folder) {
  std::error_code ignored;
  while (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return folder.empty() ? "." : folder.string();
}

/// A file that never has a name, or loses it at once where the system knows no such files.
Descriptor open_nameless(const std::string& folder) {
#ifdef O_TMPFILE
  constexpr mode_t only_owner = 0600;
  Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, only_owner));
  if (file.number() >= 0) return file;
#endif
  auto name = folder + "/.gyre-XXXXXX";
  Descriptor named(mkostemp(name.data(), O_CLOEXEC));
  if (named.number() >= 0) unlink(name.c_str());
  return named;
}

}  // namespace

struct TemporaryFile::State {
  std::string folder;
  Descriptor file;
  std::uint64_t size = 0;
};

TemporaryFile::TemporaryFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
TemporaryFile::TemporaryFile(TemporaryFile&&) noexcept = default;
TemporaryFile& TemporaryFile::operator=(TemporaryFile&&) noexcept = default;
TemporaryFile::~TemporaryFile() = default;

Result<TemporaryFile> TemporaryFile::create(const std::string& folder) {
  const auto place = existing(folder);
  auto file = open_nameless(place);
  if (file.number() < 0) return failed("make a temporary file", place);
  return TemporaryFile(std::make_unique<State>(State{place, std::move(file), 0}));
}

std::uint64_t TemporaryFile::size() const { return state_->size; }

Result<void> TemporaryFile::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto put =
        pwrite(state_->file.number(), bytes.data(), bytes.size(), static_cast<off_t>(state_->size));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return failed("write a temporary file", state_->folder);
    state_->size += static_cast<std::uint64_t>(put);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return {};
}

Result<void> TemporaryFile::read(ByteRange range, std::span<std::byte> out) const {
  for (auto at = range.offset; !out.empty();) {
    const auto got = pread(state_->file.number(), out.data(), out.size(), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed("read a temporary file", state_->folder);
    if (got == 0) return fail(Code::io, "{}: a temporary file became shorter", state_->folder);
    at += static_cast<std::uint64_t>(got);
    out = out.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

void TemporaryFile::discard(ByteRange range) noexcept {
#ifdef FALLOC_FL_PUNCH_HOLE
  // Not all file systems can; the room is free at the end anyway.
  (void)fallocate(state_->file.number(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                  static_cast<off_t>(range.offset), static_cast<off_t>(range.size));
#else
  (void)range;
#endif
}

}  // namespace gyre::io
