#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "encodings/detail/pco_chunk.hpp"

namespace gyre {

/// Decodes pages of pco chunks, one at a time; keeps its memory.
class PcoPage {
 public:
  /// As many as a chunk may have.
  static constexpr std::uint64_t most_values = std::uint64_t{1} << 24;

  /// Reads the `count` values of a page, at most `most_values`, as latents.
  /// Errors   Code::corrupt: not exactly that many values in the bytes, a lookback that leads nowhere
  Result<void> read(const PcoChunk& chunk, std::span<const std::byte> bytes, std::uint64_t count);

  /// Latents of the page's values; the secondary ones are there where the chunk has them.
  std::span<const std::uint64_t> primary() const { return {primary_.data(), count_}; }
  std::span<const std::uint64_t> secondary() const { return {secondary_.data(), count_}; }

 private:
  PcoBits bits_;
  std::uint64_t count_ = 0;
  std::vector<std::uint64_t> lookbacks_, primary_, secondary_;
};

}  // namespace gyre
