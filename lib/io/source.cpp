#include "io/source.hpp"

#include <future>

namespace gyre::io {
namespace {

class OneBuffer final : public Destination {
 public:
  explicit OneBuffer(ByteRange range)
      : range_(range),
        buffer_(MutableBuffer::uninitialized(static_cast<std::size_t>(range.size))) {}
  std::span<std::byte> room(std::uint64_t offset, std::size_t wanted) override {
    return buffer_.bytes().subspan(static_cast<std::size_t>(offset - range_.offset), wanted);
  }
  void landed(std::uint64_t, std::size_t) override {}
  Buffer take() && { return std::move(buffer_).freeze(); }

 private:
  ByteRange range_;
  MutableBuffer buffer_;
};

}  // namespace

Result<Buffer> read_now(Source& source, ByteRange range) {
  const auto size = source.identity().size_bytes;
  if (range.offset > size || range.size > size - range.offset)
    return fail(Code::corrupt, "bytes {} to {} of a file of {}", range.offset, range.end(), size);
  if (auto mapped = source.mapped(range)) return *std::move(mapped);
  OneBuffer to(range);
  std::promise<Result<void>> promise;
  source.read({&range, 1}, to,
              [&promise](Result<void> result) { promise.set_value(std::move(result)); });
  GYRE_TRY(promise.get_future().get());
  return std::move(to).take();
}

}  // namespace gyre::io
