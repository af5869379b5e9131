#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

#include "base/byte_input.hpp"

namespace gyre {

/// An input whose front has been looked at; it reads as if nobody had.
class PeekedInput final : public ByteInput {
 public:
  /// Looks at the first `size` bytes, or fewer where there are no more. `input` stands at its front.
  static Result<std::unique_ptr<PeekedInput>> open(std::unique_ptr<ByteInput> input,
                                                   std::size_t size) {
    std::string front(size, '\0');
    std::size_t filled = 0;
    while (filled < size) {
      const auto rest = std::as_writable_bytes(std::span(front)).subspan(filled);
      const auto got = GYRE_TRY(within(input->read(rest), "{}", input->name()));
      if (got == 0) break;
      filled += got;
    }
    front.resize(filled);
    return std::unique_ptr<PeekedInput>(new PeekedInput(std::move(input), std::move(front)));
  }

  std::string_view front() const { return front_; }

  Result<std::size_t> read(std::span<std::byte> into) override {
    if (taken_ == front_.size()) return input_->read(into);
    const auto size = std::min(into.size(), front_.size() - taken_);
    std::memcpy(into.data(), front_.data() + taken_, size);
    taken_ += size;
    return size;
  }
  bool seekable() const override { return input_->seekable(); }
  Result<void> rewind() override {
    taken_ = front_.size();  // the input has it again
    return input_->rewind();
  }
  std::uint64_t size_bytes() const override { return input_->size_bytes(); }
  std::string_view name() const override { return input_->name(); }

 private:
  PeekedInput(std::unique_ptr<ByteInput> input, std::string front)
      : input_(std::move(input)), front_(std::move(front)) {}

  std::unique_ptr<ByteInput> input_;
  std::string front_;
  std::size_t taken_ = 0;  // bytes of front_ that have been read
};

}  // namespace gyre
