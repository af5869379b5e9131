#pragma once

#include <memory>
#include <string>

#include "io/sink.hpp"
#include "io/source.hpp"

namespace gyre::io {

/// How a local file's bytes are reached.
enum class Access : std::uint8_t {
  map,   ///< mapped: scans. A file cut short while mapped raises SIGBUS, which the program must handle
  read,  ///< pread: bounded resident memory, no signals
};

Result<std::shared_ptr<Source>> open_file(const std::string& path, Access access);

/// A file written under a temporary name in the same folder; commit syncs and renames it.
/// Errors   Code::invalid_argument: `path` exists and `overwrite` is false; Code::io
Result<std::unique_ptr<Sink>> create_file(const std::string& path, bool overwrite);

/// A descriptor that is open already (standard output, a pipe); bytes are visible as they are written.
std::unique_ptr<Sink> write_descriptor(int descriptor, std::string name);

/// A file or pipe from front to back.
class Stream {
 public:
  virtual ~Stream() = default;
  /// Fills `to` from the front; fewer bytes than asked only at the end.
  virtual Result<std::size_t> read(std::span<std::byte> to) = 0;
  /// Back to the first byte.
  virtual Result<void> rewind() = 0;
  virtual bool seekable() const = 0;
  virtual const std::string& name() const = 0;
  /// 0 where unknown.
  virtual std::uint64_t size_bytes() const = 0;
};

/// "-" is standard input.
Result<std::unique_ptr<Stream>> open_stream(const std::string& path);

}  // namespace gyre::io
