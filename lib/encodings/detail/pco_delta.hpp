#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "encodings/detail/pco_bits.hpp"
#include "encodings/detail/pco_variable.hpp"

namespace gyre {

/// How latents of a pco chunk were turned into differences from what came before them. The first ones of a page, the
/// state, stand for themselves.
///
/// Source   pco format 4, "delta encoding"
struct PcoDelta {
  enum class Kind : std::uint8_t {
    none,
    consecutive,  ///< differences of neighbours, `order` times
    lookback,     ///< from the latent so many before as one more variable tells, up to `window`
    conv1,        ///< from a weighted sum of the latents right before
  };
  Kind kind = Kind::none;
  bool secondary_too = false;
  std::uint32_t state_count = 0;
  std::uint64_t window = 0;
  unsigned quantization = 0;
  std::uint64_t bias = 0;  // two's complement, as the weights are
  std::vector<std::uint64_t> weights;

  /// Errors   Code::unsupported: a kind that is not known; Code::corrupt: numbers that cannot be
  static Result<PcoDelta> read(PcoBits& bits, unsigned major_version);

  /// Puts latents in the place of differences.
  ///
  /// latents     the state, then the differences; of the width of `variable`
  /// lookbacks   one for each difference; used by that kind alone
  /// Errors      Code::corrupt: a lookback of nothing, or out of the window
  Result<void> undo(const PcoVariable& variable, std::span<const std::uint64_t> lookbacks,
                    std::span<std::uint64_t> latents) const;

 private:
  Result<void> undo_lookback(std::uint64_t mask, std::span<const std::uint64_t> lookbacks,
                             std::span<std::uint64_t> latents) const;
  void undo_conv1(std::uint64_t mask, std::span<std::uint64_t> latents) const;
};

}  // namespace gyre
