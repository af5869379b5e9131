#include "formats/detail/arrow_io.hpp"

#include <arrow/buffer.h>

#include <algorithm>

namespace gyre::formats {
namespace {

/// Our buffer as Arrow C++ sees it; keeps the owner.
class SharedBuffer final : public ::arrow::Buffer {
 public:
  explicit SharedBuffer(gyre::Buffer bytes)
      : ::arrow::Buffer(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                        static_cast<std::int64_t>(bytes.size())),
        kept_(std::move(bytes)) {}

 private:
  gyre::Buffer kept_;
};

/// Bytes that a stream reads at once: a hostile length must not take memory that no bytes fill.
constexpr std::int64_t stream_step_bytes = std::int64_t{1} << 24;

}  // namespace

std::unexpected<Error> failed(const ::arrow::Status& status) {
  auto message = status.message();
  std::ranges::replace_if(message, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  // An exception's text begins with the kind of its status.
  for (const std::string_view kind : {"Invalid: ", "IOError: ", "NotImplemented: "})
    if (message.starts_with(kind)) message.erase(0, kind.size());
  const auto code =
      status.IsNotImplemented() || status.IsOutOfMemory() ? Code::unsupported : Code::corrupt;
  return fail(code, "{}", message);
}

::arrow::Status FirstError::keep(Error error) {
  const std::scoped_lock lock(mutex_);
  if (!error_) error_ = std::move(error);
  return ::arrow::Status::IOError(error_->message);
}

std::unexpected<Error> FirstError::or_else(const ::arrow::Status& status) const {
  const std::scoped_lock lock(mutex_);
  if (error_) return std::unexpected(*error_);
  return failed(status);
}

::arrow::Status SinkStream::Close() {
  closed_ = true;
  return ::arrow::Status::OK();
}

::arrow::Status SinkStream::Write(const void* data, std::int64_t size) {
  if (size == 0) return ::arrow::Status::OK();
  const std::span bytes(static_cast<const std::byte*>(data), static_cast<std::size_t>(size));
  // The sink is done with the bytes when write returns, so they need no owner.
  if (auto written = sink_.write(gyre::Buffer::share(bytes, nullptr)); !written)
    return errors_.keep(std::move(written).error());
  position_ += size;
  return ::arrow::Status::OK();
}

::arrow::Status SourceFile::Close() {
  closed_ = true;
  return ::arrow::Status::OK();
}

::arrow::Status SourceFile::Seek(std::int64_t position) {
  if (position < 0) return ::arrow::Status::Invalid("a place before the file");
  position_ = position;
  return ::arrow::Status::OK();
}

::arrow::Result<std::int64_t> SourceFile::GetSize() {
  return static_cast<std::int64_t>(source_->identity().size_bytes);
}

::arrow::Result<gyre::Buffer> SourceFile::bytes(std::int64_t position, std::int64_t size) {
  const auto whole = source_->identity().size_bytes;
  if (position < 0 || size < 0) return ::arrow::Status::Invalid("a place before the file");
  const auto first = std::min(static_cast<std::uint64_t>(position), whole);
  auto read =
      io::read_now(*source_, {first, std::min(static_cast<std::uint64_t>(size), whole - first)});
  if (!read) return errors_.keep(std::move(read).error());
  return *std::move(read);
}

::arrow::Result<std::int64_t> SourceFile::ReadAt(std::int64_t position, std::int64_t size,
                                                 void* out) {
  ARROW_ASSIGN_OR_RAISE(const auto read, bytes(position, size));
  if (!read.empty()) std::memcpy(out, read.data(), read.size());
  return static_cast<std::int64_t>(read.size());
}

::arrow::Result<std::shared_ptr<::arrow::Buffer>> SourceFile::ReadAt(std::int64_t position,
                                                                     std::int64_t size) {
  ARROW_ASSIGN_OR_RAISE(auto read, bytes(position, size));
  return std::make_shared<SharedBuffer>(std::move(read));
}

::arrow::Result<std::int64_t> SourceFile::Read(std::int64_t size, void* out) {
  ARROW_ASSIGN_OR_RAISE(const auto read, ReadAt(position_, size, out));
  position_ += read;
  return read;
}

::arrow::Result<std::shared_ptr<::arrow::Buffer>> SourceFile::Read(std::int64_t size) {
  ARROW_ASSIGN_OR_RAISE(auto read, ReadAt(position_, size));
  position_ += read->size();
  return read;
}

::arrow::Status ByteStream::Close() {
  closed_ = true;
  return ::arrow::Status::OK();
}

::arrow::Result<std::int64_t> ByteStream::Read(std::int64_t size, void* out) {
  std::span into(static_cast<std::byte*>(out),
                 static_cast<std::size_t>(std::max<std::int64_t>(size, 0)));
  std::int64_t done = 0;
  while (!into.empty()) {
    auto read = input_->read(into);
    if (!read) return errors_.keep(std::move(read).error());
    if (*read == 0) break;
    done += static_cast<std::int64_t>(*read);
    into = into.subspan(*read);
  }
  position_ += done;
  return done;
}

::arrow::Result<std::shared_ptr<::arrow::Buffer>> ByteStream::Read(std::int64_t size) {
  if (size < 0) return ::arrow::Status::Invalid("a negative number of bytes");
  auto bytes = MutableBuffer::uninitialized(0);
  while (static_cast<std::int64_t>(bytes.size()) < size) {
    const auto before = bytes.size();
    const auto wanted = std::min(size - static_cast<std::int64_t>(before), stream_step_bytes);
    bytes.resize(before + static_cast<std::size_t>(wanted));
    ARROW_ASSIGN_OR_RAISE(const auto read, Read(wanted, bytes.data() + before));
    bytes.resize(before + static_cast<std::size_t>(read));
    if (read < wanted) break;
  }
  return std::make_shared<SharedBuffer>(std::move(bytes).freeze());
}

}  // namespace gyre::formats
