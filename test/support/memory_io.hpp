#pragma once

#include <memory>
#include <string>

#include "io/sink.hpp"
#include "io/source.hpp"

namespace gyre::test {

/// Bytes in memory as a source; `maps` says whether it hands them out without a copy.
class MemorySource final : public io::Source {
 public:
  explicit MemorySource(Buffer bytes, bool maps = false)
      : bytes_(std::move(bytes)), identity_{"memory", bytes_.size(), "1"}, maps_(maps) {}

  const io::Identity& identity() const override { return identity_; }
  io::Profile profile() const override { return {0, 1 << 20, 1}; }
  std::optional<Buffer> mapped(io::ByteRange range) override {
    if (!maps_) return std::nullopt;
    return bytes_.slice(static_cast<std::size_t>(range.offset),
                        static_cast<std::size_t>(range.size));
  }
  Ticket read(std::span<const io::ByteRange> ranges, io::Destination& to, Done done) override {
    for (const auto& range : ranges) {
      ++reads;
      for (auto at = range.offset; at < range.end();) {
        const auto room = to.room(at, static_cast<std::size_t>(range.end() - at));
        std::memcpy(room.data(), bytes_.data() + at, room.size());
        to.landed(at, room.size());
        at += room.size();
      }
    }
    done({});
    return 0;
  }
  void cancel(Ticket) override {}

  unsigned reads = 0;

 private:
  Buffer bytes_;
  io::Identity identity_;
  bool maps_;
};

/// Collects what is written; `committed` tells whether it was published.
class MemorySink final : public io::Sink {
 public:
  struct Written {
    MutableBuffer bytes = MutableBuffer::uninitialized(0);
    bool committed = false;
  };
  explicit MemorySink(Written& written) : written_(written) {}

  Result<void> write(Buffer bytes) override {
    written_.bytes.append(bytes.bytes());
    return {};
  }
  Result<io::Identity> commit() override {
    written_.committed = true;
    return io::Identity{"memory", written_.bytes.size(), {}};
  }
  void abort() noexcept override {}

 private:
  Written& written_;
};

}  // namespace gyre::test
