#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/buffer.hpp"
#include "base/result.hpp"

namespace gyre {

/// Reads members of gzip data, one after the other, with memory of its own.
///
/// Source   RFC 1952
class GzipReader {
 public:
  GzipReader();
  ~GzipReader();

  /// What is inside of one member, which ends where `member` does.
  /// Errors   Code::corrupt: it does not, or is damaged, or holds more than `most_bytes`
  Result<Buffer> inflate(std::span<const std::byte> member, std::size_t most_bytes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes gzip data; what it writes hangs on what it is given alone.
class GzipWriter {
 public:
  GzipWriter();
  ~GzipWriter();

  /// Appends a member that holds `bytes`.
  Result<void> add_member(std::span<const std::byte> bytes, MutableBuffer& out);

  /// A part of a member that several of these make one after the other, in front gzip_head(), behind gzip_tail().
  struct Part {
    Buffer deflated;
    std::uint32_t checksum = 0;  ///< of the bytes inside
    std::uint64_t size_bytes = 0;
  };
  Result<Part> part(std::span<const std::byte> bytes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

Buffer gzip_head();
/// What ends a member; the checksum and size are of all that is inside.
Buffer gzip_tail(std::uint32_t checksum, std::uint64_t size_bytes);
/// The checksum of two parts one behind the other.
std::uint32_t joined_checksum(std::uint32_t first, std::uint32_t second,
                              std::uint64_t second_bytes);

/// The first bytes of gzip data.
inline constexpr std::string_view gzip_magic = "\x1f\x8b";
/// Bytes that a member has at least.
inline constexpr std::uint64_t least_member_bytes = 18;

}  // namespace gyre
