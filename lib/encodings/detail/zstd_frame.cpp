#include "encodings/detail/zstd_frame.hpp"

#include <zstd.h>

#include <new>

namespace gyre {

struct ZstdFrames::State {
  State() : context(ZSTD_createDCtx()) {
    if (!context) throw std::bad_alloc();
  }
  ~State() { ZSTD_freeDCtx(context); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ZSTD_DCtx* context;
};

ZstdFrames::ZstdFrames(Buffer dictionary) : dictionary_(std::move(dictionary)) {}
ZstdFrames::~ZstdFrames() = default;
ZstdFrames::ZstdFrames(ZstdFrames&&) noexcept = default;
ZstdFrames& ZstdFrames::operator=(ZstdFrames&&) noexcept = default;

namespace {

/// No frame makes more of its bytes: the smallest block takes 4 of them and holds at most 128 KiB.
bool can_hold(std::size_t frame_bytes, std::uint64_t size) {
  constexpr unsigned least_block_bytes = 4;
  constexpr unsigned most_block_content_exponent = 17;
  return size >> most_block_content_exponent <= frame_bytes / least_block_bytes;
}

}  // namespace

Result<Buffer> ZstdFrames::decompress(std::span<const std::byte> frame, std::uint64_t size,
                                      std::string_view what) {
  if (size > most_bytes)
    return fail(Code::unsupported, "{}: a zstd frame of {} bytes; at most {} fit", what, size,
                most_bytes);
  const auto declared = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (declared == ZSTD_CONTENTSIZE_ERROR) return fail(Code::corrupt, "{}: no zstd frame", what);
  if (declared != ZSTD_CONTENTSIZE_UNKNOWN && declared != size)
    return fail(Code::corrupt, "{}: a zstd frame of {} bytes, expected {}", what, declared, size);
  if (!can_hold(frame.size(), size))
    return fail(Code::corrupt, "{}: {} bytes of zstd cannot hold {}", what, frame.size(), size);
  if (!state_) {
    auto state = std::make_unique<State>();
    const auto loaded =
        ZSTD_DCtx_loadDictionary(state->context, dictionary_.data(), dictionary_.size());
    if (ZSTD_isError(loaded))
      return fail(Code::corrupt, "{}: dictionary: {}", what, ZSTD_getErrorName(loaded));
    state_ = std::move(state);
  }
  auto content = MutableBuffer::uninitialized(static_cast<std::size_t>(size));
  const auto made = ZSTD_decompressDCtx(state_->context, content.data(), content.size(),
                                        frame.data(), frame.size());
  if (ZSTD_isError(made)) return fail(Code::corrupt, "{}: zstd: {}", what, ZSTD_getErrorName(made));
  if (made != size)
    return fail(Code::corrupt, "{}: a zstd frame of {} bytes, expected {}", what, made, size);
  return std::move(content).freeze();
}

}  // namespace gyre
