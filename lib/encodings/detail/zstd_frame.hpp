#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/buffer.hpp"
#include "base/result.hpp"

namespace gyre {

/// Decompresses zstd frames, one at a time, with the state that takes; for one thread.
class ZstdFrames {
 public:
  /// Bytes that one frame may make.
  static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 31;

  /// `dictionary` is empty if the frames were made without.
  explicit ZstdFrames(Buffer dictionary = {});
  ~ZstdFrames();
  ZstdFrames(ZstdFrames&&) noexcept;
  ZstdFrames& operator=(ZstdFrames&&) noexcept;

  /// The content of a frame, `size` bytes; `what` names it.
  /// Errors   Code::corrupt: no frame, or one of another size, told before memory is taken where the frame says its size;
  ///          Code::unsupported: over most_bytes
  Result<Buffer> decompress(std::span<const std::byte> frame, std::uint64_t size,
                            std::string_view what);

 private:
  struct State;
  Buffer dictionary_;
  std::unique_ptr<State> state_;  // made when first needed
};

}  // namespace gyre
