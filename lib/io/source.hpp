#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "base/buffer.hpp"
#include "base/result.hpp"

namespace gyre::io {

struct ByteRange {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t end() const { return offset + size; }
};

/// What a source is, so that caches and errors can name it; it changes when the bytes do.
struct Identity {
  std::string name;
  std::uint64_t size_bytes = 0;
  std::string version;  ///< of a file its time of change, of an object its ETag
};

/// What reading costs: two ranges become one request if no more than `merge_gap_bytes` lie between them and the request
/// stays within `max_request_bytes`.
struct Profile {
  std::uint64_t merge_gap_bytes;
  std::uint64_t max_request_bytes;
  unsigned requests_in_flight;
};

/// Where bytes land. Memory is asked for when the first byte is there, not before.
class Destination {
 public:
  virtual ~Destination() = default;
  /// Room for the bytes at `offset` of the source: at least one byte, at most `wanted`.
  virtual std::span<std::byte> room(std::uint64_t offset, std::size_t wanted) = 0;
  /// `size` bytes from `offset` on are where room() said.
  virtual void landed(std::uint64_t offset, std::size_t size) = 0;
};

/// Bytes that can be read at any place: a file, an object. Any thread may call.
class Source {
 public:
  using Ticket = std::uint64_t;
  using Done = std::function<void(Result<void>)>;

  virtual ~Source() = default;
  virtual const Identity& identity() const = 0;
  virtual Profile profile() const = 0;
  /// The bytes without a copy, where they lie in memory anyway (a mapped file).
  virtual std::optional<Buffer> mapped(ByteRange range) = 0;
  /// Reads the ranges, which lie inside the source, into `to`; `done` is called once, from any thread, perhaps before
  /// read returns. The ranges are copied; `to` lives until then.
  virtual Ticket read(std::span<const ByteRange> ranges, Destination& to, Done done) = 0;
  /// Asks to stop; `done` still comes.
  virtual void cancel(Ticket ticket) = 0;
};

/// One range, now: mapped if the source can, else read into memory of its own.
/// Errors   Code::corrupt: the range passes the end; Code::io
Result<Buffer> read_now(Source& source, ByteRange range);

}  // namespace gyre::io
