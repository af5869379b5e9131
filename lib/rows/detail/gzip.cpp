#include "rows/detail/gzip.hpp"

#include <zlib.h>

#include <algorithm>

#include "base/words.hpp"

namespace gyre {
namespace {

constexpr int largest_window = 15, gzip_format = 16;
constexpr int memory_level = 8;
/// What `gzip` itself does unless told otherwise.
constexpr int compression_level = 6;
/// No deflated byte stands for more than these.
constexpr std::uint64_t most_per_byte = 1032;
/// Neither time nor name, of no particular system.
constexpr unsigned char head[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff};
/// A last block that holds nothing.
constexpr unsigned char last_block[] = {0x03, 0x00};

unsigned char* in_bytes(std::span<const std::byte> bytes) {
  // Not written.
  return reinterpret_cast<unsigned char*>(const_cast<std::byte*>(bytes.data()));
}

std::unexpected<Error> no_memory() { return fail(Code::io, "gzip: no memory"); }

}  // namespace

struct GzipReader::State {
  z_stream stream{};
  bool good = inflateInit2(&stream, largest_window + gzip_format) == Z_OK;
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { inflateEnd(&stream); }
};

GzipReader::GzipReader() : state_(new State) {}
GzipReader::~GzipReader() = default;

Result<Buffer> GzipReader::inflate(std::span<const std::byte> member, std::size_t most_bytes) {
  if (!state_->good) return no_memory();
  if (member.size() < least_member_bytes)
    return fail(Code::corrupt, "{} bytes, too few for a gzip member", member.size());
  // Its end tells how much it holds, modulo 4 GiB.
  const std::uint64_t size = load<std::uint32_t>(member.data() + member.size() - 4);
  if (size > most_bytes)
    return fail(Code::corrupt, "a gzip member that holds {} bytes, expected at most {}", size,
                most_bytes);
  if (size > member.size() * most_per_byte)
    return fail(Code::corrupt, "a gzip member of {} bytes that claims to hold {}", member.size(),
                size);
  auto out = MutableBuffer::uninitialized(static_cast<std::size_t>(size) + 1);
  auto& stream = state_->stream;
  inflateReset(&stream);
  stream.next_in = in_bytes(member);
  stream.avail_in = static_cast<uInt>(member.size());
  stream.next_out = reinterpret_cast<unsigned char*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = ::inflate(&stream, Z_FINISH);
  if (status != Z_STREAM_END)
    return fail(Code::corrupt, "gzip data: {}",
                stream.msg ? stream.msg : "not one whole member, as the index says");
  if (stream.avail_in > 0)
    return fail(Code::corrupt, "{} bytes behind the gzip member, which the index does not tell",
                stream.avail_in);
  return std::move(out).freeze().slice(0, static_cast<std::size_t>(size));
}

struct GzipWriter::State {
  z_stream stream{};
  bool good = deflateInit2(&stream, compression_level, Z_DEFLATED, -largest_window, memory_level,
                           Z_DEFAULT_STRATEGY) == Z_OK;
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { deflateEnd(&stream); }

  /// Appends the deflated bytes, ended as `flush` says.
  Result<void> deflate(std::span<const std::byte> bytes, int flush, MutableBuffer& out) {
    if (!good) return no_memory();
    deflateReset(&stream);
    constexpr std::size_t flush_bytes = 16;
    const auto before = out.size();
    const auto most = deflateBound(&stream, static_cast<uLong>(bytes.size())) + flush_bytes;
    out.reserve(before + most);
    out.resize(before + most);
    stream.next_in = in_bytes(bytes);
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<unsigned char*>(out.data() + before);
    stream.avail_out = static_cast<uInt>(most);
    const int status = ::deflate(&stream, flush);
    if ((status != Z_STREAM_END && status != Z_OK) || stream.avail_in > 0)
      return fail(Code::io, "gzip: cannot compress {} bytes", bytes.size());
    out.resize(before + most - stream.avail_out);
    return {};
  }
};

GzipWriter::GzipWriter() : state_(new State) {}
GzipWriter::~GzipWriter() = default;

namespace {

std::uint32_t checksum_of(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, in_bytes(bytes), bytes.size()));
}

}  // namespace

Result<void> GzipWriter::add_member(std::span<const std::byte> bytes, MutableBuffer& out) {
  out.append(std::as_bytes(std::span(head)));
  GYRE_TRY(state_->deflate(bytes, Z_FINISH, out));
  out.append_value(checksum_of(bytes));
  out.append_value(static_cast<std::uint32_t>(bytes.size()));
  return {};
}

Result<GzipWriter::Part> GzipWriter::part(std::span<const std::byte> bytes) {
  auto deflated = MutableBuffer::uninitialized(0);
  GYRE_TRY(state_->deflate(bytes, Z_SYNC_FLUSH, deflated));
  return Part{std::move(deflated).freeze(), checksum_of(bytes), bytes.size()};
}

Buffer gzip_head() { return Buffer::copy(std::as_bytes(std::span(head))); }

Buffer gzip_tail(std::uint32_t checksum, std::uint64_t size_bytes) {
  auto tail = MutableBuffer::uninitialized(0);
  tail.append(std::as_bytes(std::span(last_block)));
  tail.append_value(checksum);
  tail.append_value(static_cast<std::uint32_t>(size_bytes));
  return std::move(tail).freeze();
}

std::uint32_t joined_checksum(std::uint32_t first, std::uint32_t second,
                              std::uint64_t second_bytes) {
  return static_cast<std::uint32_t>(
      crc32_combine(first, second, static_cast<z_off_t>(second_bytes)));
}

}  // namespace gyre
