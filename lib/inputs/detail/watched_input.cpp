#include "inputs/detail/watched_input.hpp"

namespace gyre {
namespace {

/// Tells how far an input has been read.
class WatchedInput final : public ByteInput {
 public:
  WatchedInput(std::unique_ptr<ByteInput> input, Progress& progress)
      : input_(std::move(input)), progress_(progress) {
    progress_.total_bytes = input_->size_bytes();
  }
  Result<std::size_t> read(std::span<std::byte> into) override {
    const auto size = GYRE_TRY(input_->read(into));
    progress_.done_bytes += size;
    return size;
  }
  bool seekable() const override { return input_->seekable(); }
  Result<void> rewind() override {
    progress_.done_bytes = 0;
    return input_->rewind();
  }
  std::string_view name() const override { return input_->name(); }

 private:
  std::unique_ptr<ByteInput> input_;
  Progress& progress_;
};

}  // namespace

std::unique_ptr<ByteInput> watched(std::unique_ptr<ByteInput> input, Progress& progress) {
  return std::make_unique<WatchedInput>(std::move(input), progress);
}

}  // namespace gyre
