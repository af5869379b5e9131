#pragma once

#include <memory>
#include <string>

#include "base/byte_input.hpp"
#include "io/sink.hpp"
#include "io/source.hpp"

namespace gyre::io {

/// How a local file's bytes are reached.
enum class Access : std::uint8_t {
  map,  ///< mapped: scans. A file cut short while mapped raises SIGBUS, which the program must handle
  read,  ///< pread: bounded resident memory, no signals
};

Result<std::shared_ptr<Source>> open_file(const std::string& path, Access access);

/// A file written under a temporary name in the same folder; commit syncs and renames it.
/// Errors   Code::invalid_argument: `path` exists and `overwrite` is false; Code::io
Result<std::unique_ptr<Sink>> create_file(const std::string& path, bool overwrite);

/// A descriptor that is open already (standard output, a pipe); bytes are visible as they are written.
std::unique_ptr<Sink> write_descriptor(int descriptor, std::string name);

/// A file or pipe from front to back; "-" is standard input.
Result<std::unique_ptr<ByteInput>> open_stream(const std::string& path);

}  // namespace gyre::io
