#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "dtype/dtype.hpp"
#include "encodings/detail/pco_delta.hpp"
#include "encodings/detail/pco_variable.hpp"

namespace gyre {

/// What describes a pco chunk: how its pages are read and what their latents stand for.
///
/// Source   pco format 4, "wrapped format"
struct PcoChunk {
  /// What makes a number of a primary latent p and a secondary one s; all in unsigned numbers that are ordered as the
  /// numbers themselves are.
  enum class Mode : std::uint8_t {
    classic,      ///< p
    int_mult,     ///< p * base + s
    float_mult,   ///< the float p * base, s steps up
    float_quant,  ///< p, then `quantum_bits` low bits: s
    dictionary,   ///< dictionary[p]
  };
  Mode mode = Mode::classic;
  std::uint64_t base = 0;
  unsigned quantum_bits = 0;
  std::vector<std::uint64_t> dictionary;
  PcoDelta delta;
  std::optional<PcoVariable> lookbacks;
  PcoVariable primary;
  std::optional<PcoVariable> secondary;

  /// header   of the whole data: its version
  /// ptype    of the numbers, 16 to 64 bits wide
  /// Errors   Code::unsupported: a version, mode or delta that is not known; Code::corrupt
  static Result<PcoChunk> read(std::span<const std::byte> header, std::span<const std::byte> part,
                               PType ptype);

  /// State that the secondary latents of a page begin with.
  std::uint32_t secondary_state() const { return delta.secondary_too ? delta.state_count : 0; }

 private:
  Result<void> read_mode(PcoBits& bits, PType ptype);
};

}  // namespace gyre
