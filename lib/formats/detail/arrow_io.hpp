#pragma once

#include <arrow/io/interfaces.h>
#include <arrow/memory_pool.h>
#include <arrow/result.h>

#include <exception>
#include <mutex>
#include <optional>

#include "base/byte_input.hpp"
#include "base/result.hpp"
#include "io/sink.hpp"
#include "io/source.hpp"

namespace gyre::formats {

/// Memory for Arrow C++. Its default pool keeps what was freed, which two allocators side by side add up to too much.
inline ::arrow::MemoryPool* memory_pool() { return ::arrow::system_memory_pool(); }

/// A status of Arrow C++ as an error of one line.
std::unexpected<Error> failed(const ::arrow::Status& status);

/// The first error of ours below Arrow C++, whose own statuses carry only a message. Any thread may use it.
class FirstError {
 public:
  /// Keeps the error, and gives Arrow C++ a status for it.
  ::arrow::Status keep(Error error);
  /// The kept error, else what `status` says.
  std::unexpected<Error> or_else(const ::arrow::Status& status) const;

 private:
  mutable std::mutex mutex_;
  std::optional<Error> error_;
};

/// The value of a call into Arrow C++, whose exceptions end here.
template <class Call>
auto guarded(const FirstError& errors, Call&& call)
    -> Result<typename decltype(call())::ValueType> {
  try {
    auto made = call();
    if (!made.ok()) return errors.or_else(made.status());
    return std::move(made).ValueUnsafe();
  } catch (const std::exception& exception) {
    return errors.or_else(::arrow::Status::Invalid(exception.what()));
  }
}

/// The same for calls that give a status only.
template <class Call>
Result<void> guarded_status(const FirstError& errors, Call&& call) {
  try {
    if (const ::arrow::Status status = call(); !status.ok()) return errors.or_else(status);
    return {};
  } catch (const std::exception& exception) {
    return errors.or_else(::arrow::Status::Invalid(exception.what()));
  }
}

/// Our sink as Arrow C++ sees it.
class SinkStream final : public ::arrow::io::OutputStream {
 public:
  SinkStream(io::Sink& sink, FirstError& errors) : sink_(sink), errors_(errors) {}
  ::arrow::Status Close() override;
  bool closed() const override { return closed_; }
  ::arrow::Result<std::int64_t> Tell() const override { return position_; }
  ::arrow::Status Write(const void* data, std::int64_t size) override;

 private:
  io::Sink& sink_;
  FirstError& errors_;
  std::int64_t position_ = 0;
  bool closed_ = false;
};

/// Our source as Arrow C++ sees it: without copies where the source is mapped. Any thread may read.
class SourceFile final : public ::arrow::io::RandomAccessFile {
 public:
  SourceFile(std::shared_ptr<io::Source> source, FirstError& errors)
      : source_(std::move(source)), errors_(errors) {}
  ::arrow::Status Close() override;
  bool closed() const override { return closed_; }
  ::arrow::Result<std::int64_t> Tell() const override { return position_; }
  ::arrow::Status Seek(std::int64_t position) override;
  ::arrow::Result<std::int64_t> Read(std::int64_t size, void* out) override;
  ::arrow::Result<std::shared_ptr<::arrow::Buffer>> Read(std::int64_t size) override;
  ::arrow::Result<std::int64_t> GetSize() override;
  ::arrow::Result<std::int64_t> ReadAt(std::int64_t position, std::int64_t size,
                                       void* out) override;
  ::arrow::Result<std::shared_ptr<::arrow::Buffer>> ReadAt(std::int64_t position,
                                                           std::int64_t size) override;
  bool supports_zero_copy() const override { return true; }

 private:
  ::arrow::Result<Buffer> bytes(std::int64_t position, std::int64_t size);

  std::shared_ptr<io::Source> source_;
  FirstError& errors_;
  std::int64_t position_ = 0;
  bool closed_ = false;
};

/// Bytes from front to back as Arrow C++ sees them.
class ByteStream final : public ::arrow::io::InputStream {
 public:
  ByteStream(std::unique_ptr<ByteInput> input, FirstError& errors)
      : input_(std::move(input)), errors_(errors) {}
  ::arrow::Status Close() override;
  bool closed() const override { return closed_; }
  ::arrow::Result<std::int64_t> Tell() const override { return position_; }
  ::arrow::Result<std::int64_t> Read(std::int64_t size, void* out) override;
  ::arrow::Result<std::shared_ptr<::arrow::Buffer>> Read(std::int64_t size) override;

 private:
  std::unique_ptr<ByteInput> input_;
  FirstError& errors_;
  std::int64_t position_ = 0;
  bool closed_ = false;
};

}  // namespace gyre::formats
