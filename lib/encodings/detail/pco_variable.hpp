#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "encodings/detail/pco_bits.hpp"

namespace gyre {

/// One stream of numbers ("latents") of a pco chunk: each is the bin that a tANS symbol names, and an offset in it.
///
/// Source   pco format 4, "chunk latent variable"; J. Duda, "Asymmetric numeral systems", 2013 (the tabled kind)
class PcoVariable {
 public:
  /// Latents that are read at once.
  static constexpr std::size_t batch = 256;
  static constexpr unsigned interleaved = 4;
  using State = std::array<std::uint32_t, interleaved>;

  /// width_bits   of the latents: 16, 32 or 64
  /// Errors       Code::corrupt: bins past the end, weights that do not fill the table, an offset wider than the latents
  static Result<PcoVariable> read(PcoBits& bits, unsigned width_bits);

  unsigned width_bits() const { return width_bits_; }
  std::uint64_t mask() const { return ~std::uint64_t{0} >> (64 - width_bits_); }
  /// What is added to a difference to make it unsigned.
  std::uint64_t middle() const { return std::uint64_t{1} << (width_bits_ - 1); }

  /// The state that a page begins with.
  State start(PcoBits& bits) const;
  /// The next `count` latents, at most `batch`; may run past the end of `bits` by less than their padding.
  void decode(PcoBits& bits, State& state, std::size_t count, std::uint64_t* out) const;

 private:
  struct Bin {
    std::uint64_t lower;
    std::uint32_t weight;
    std::uint8_t offset_bits;
  };
  /// A place in the tANS table: the bin, and the next state but for `next_bits` bits.
  struct Node {
    std::uint64_t lower;
    std::uint16_t next_base;
    std::uint8_t next_bits;
    std::uint8_t offset_bits;
  };
  /// Most bits of a state: four states' worth come with one load.
  static constexpr unsigned most_log = 14;
  static_assert(interleaved * most_log <= PcoBits::peek_bits);

  void build(const std::vector<Bin>& bins);
  void decode_bins(PcoBits& bits, State& state, std::size_t count, std::uint64_t* lowers,
                   std::uint8_t* offset_bits) const;

  unsigned width_bits_ = 0;
  unsigned log_ = 0;
  unsigned widest_offset_ = 0;
  bool has_symbols_ = false;  // more bins than one
  std::vector<Node> nodes_;
};

}  // namespace gyre
