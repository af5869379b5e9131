#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gyre {

/// Symbols for texts, and texts as codes of them: the writing half of FsstSymbols.
///
/// Source   Boncz, Neumann and Leis, "FSST: Fast Random Access String Compression", PVLDB 13(11), 2020
class FsstTable {
 public:
  static constexpr std::size_t most = 255;
  /// Bytes behind a text that `encode` may look at.
  static constexpr std::size_t slack = 8;

  struct Symbol {
    std::uint64_t bytes = 0;  ///< the first in the lowest; 0 behind the last
    unsigned length = 0;      ///< 1 to 8
  };

  FsstTable();
  /// Finds symbols for texts that are like the sample, in some rounds: each looks at what the symbols of the round before
  /// make of the sample, and keeps the symbols, and pairs of them, that stand for the most bytes.
  static FsstTable train(std::span<const std::string_view> sample, unsigned rounds);

  /// By code. Those of 2 to 8 bytes come first, the shorter before the longer, then those of one: readers insist.
  std::span<const Symbol> symbols() const { return symbols_; }

  /// Spells a text, which `slack` readable bytes follow, at each place with the longest symbol that fits. `out` has room for
  /// two codes a byte. Result: the end of the codes.
  std::byte* encode(std::string_view text, std::byte* out) const;

 private:
  class Trainer;

  static constexpr std::uint8_t escape = 255;
  /// What a piece of text is spelled with.
  struct Match {
    std::uint8_t code = escape, length = 1;
    bool operator==(const Match&) const = default;
  };
  /// A symbol of 3 bytes or more: found by its first three.
  struct LongSymbol {
    static constexpr std::uint8_t none = 255;  ///< longer than any text that is looked at

    std::uint64_t bytes = 0, mask = 0;
    Match match{escape, none};

    bool fits(std::uint64_t word, std::size_t left) const {
      return (((word ^ bytes) & mask) == 0) & (match.length <= left);
    }
  };
  static constexpr unsigned slot_bits = 11;
  static constexpr std::size_t longest = 8;

  static std::size_t slot_of(std::uint64_t bytes) {
    constexpr std::uint64_t first_three = 0xff'ffff;
    return static_cast<std::size_t>(((bytes & first_three) * 0x9e37'79b1'85eb'ca87u) >>
                                    (64 - slot_bits));
  }

  /// The longest symbol at the front of `word`, whose first `left` bytes are text; an escape where there is none.
  Match match(std::uint64_t word, std::size_t left) const {
    const auto& entry = long_[slot_of(word)];
    if (entry.fits(word, std::min(left, longest))) return entry.match;
    const auto two = short_[word & 0xffff];
    return two.length <= left ? two : single_[word & 0xff];
  }

  /// Whether it fits: a longer symbol may not have the same first three bytes as one before, or share their slot.
  bool add(const Symbol& symbol);
  void clear();

  std::vector<Symbol> symbols_;
  std::vector<LongSymbol> long_;
  std::vector<Match> short_;  ///< by the first two bytes
  std::array<Match, 256> single_{};
};

}  // namespace gyre
