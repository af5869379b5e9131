#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/result.hpp"
#include "io/source.hpp"

namespace gyre::io {

/// Bytes that wait on disk until they are read again. The file has no name: it is gone with the object, or with the process.
class TemporaryFile {
 public:
  /// folder   where the file lies; or, where that does not exist yet, the folder it will be in
  static Result<TemporaryFile> create(const std::string& folder);
  TemporaryFile(TemporaryFile&&) noexcept;
  TemporaryFile& operator=(TemporaryFile&&) noexcept;
  ~TemporaryFile();

  /// Where the next bytes go.
  std::uint64_t size() const;
  Result<void> append(std::span<const std::byte> bytes);
  /// out   of range.size bytes
  Result<void> read(ByteRange range, std::span<std::byte> out) const;
  /// Gives the disk the room of bytes back that nobody reads again.
  void discard(ByteRange range) noexcept;

 private:
  struct State;
  explicit TemporaryFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace gyre::io
