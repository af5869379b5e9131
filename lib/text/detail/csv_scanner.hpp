#pragma once

#include <cstdint>
#include <optional>

#include "text/detail/bytes64.hpp"

namespace gyre {

/// What 64 bytes of delimited text hold, one bit a byte.
struct CsvMasks {
  std::uint64_t delimiters;   ///< that separate fields
  std::uint64_t line_ends;    ///< that end a record; of CRLF the LF, a CR without LF is one too
  std::uint64_t line_breaks;  ///< line ends, and those that are data between quotes
  std::uint64_t quotes;
};

/// Finds the separators of delimited text, 64 bytes at a time, knowing what is between quotes.
///
/// A quote opens a field only where the field begins; further on in a bare field it is a character like any other. What
/// stands behind a closing quote is passed over up to the next separator: whoever reads the field finds it.
class CsvScanner {
 public:
  CsvScanner(char delimiter, std::optional<char> quote)
      : delimiter_(delimiter), quote_(quote.value_or('\0')), has_quote_(quote.has_value()) {}

  /// Scans the first `count` (1 .. 64) of 64 readable bytes, which follow those of the last step. `next` is the byte
  /// behind them; anything but LF at the end.
  CsvMasks step(const char* text, unsigned count, char next) {
    const Bytes64 bytes(text);
    const auto used = ~std::uint64_t{0} >> (64 - count);
    const auto line_feeds = bytes.equal('\n') & used;
    const auto returns = bytes.equal('\r') & used;
    const auto delimiters = bytes.equal(delimiter_) & used;
    const auto quotes = has_quote_ ? bytes.equal(quote_) & used : 0;
    const auto followed = line_feeds >> 1 | std::uint64_t{next == '\n'} << (count - 1);
    const auto breaks = line_feeds | (returns & ~followed);
    const auto last = std::uint64_t{1} << (count - 1);
    if (quotes == 0 && state_ != State::quoted) {
      state_ = ((delimiters | breaks) & last) != 0 ? State::field_start : State::bare;
      return {delimiters, breaks, breaks, 0};
    }
    const auto inside = prefix_xor(quotes) ^ (state_ == State::quoted ? ~std::uint64_t{0} : 0);
    const auto separators = (delimiters | breaks) & ~inside;
    const auto opening = quotes & inside, closing = quotes & ~inside;
    const bool first_may_open = state_ == State::field_start || state_ == State::quote_seen;
    const auto may_open = (separators | closing) << 1 | std::uint64_t{first_may_open};
    if ((opening & ~may_open) != 0) return step_bytewise(count, delimiters, breaks, quotes);
    state_ = (inside & last) != 0       ? State::quoted
             : (quotes & last) != 0     ? State::quote_seen
             : (separators & last) != 0 ? State::field_start
                                        : State::bare;
    return {delimiters & ~inside, breaks & ~inside, breaks, quotes};
  }

  /// Between an opening quote and its end.
  bool inside_quotes() const { return state_ == State::quoted; }

 private:
  enum class State : std::uint8_t { field_start, bare, quoted, quote_seen };

  /// For quotes in bare fields, where parity says nothing.
  CsvMasks step_bytewise(unsigned count, std::uint64_t delimiters, std::uint64_t breaks,
                         std::uint64_t quotes) {
    std::uint64_t outside = 0;
    for (unsigned i = 0; i < count; ++i) {
      const auto bit = std::uint64_t{1} << i;
      if ((quotes & bit) != 0) {
        if (state_ == State::quoted) {
          state_ = State::quote_seen;
        } else if (state_ != State::bare) {
          state_ = State::quoted;
        }
      } else if (state_ != State::quoted) {
        outside |= bit;
        state_ = ((delimiters | breaks) & bit) != 0 ? State::field_start : State::bare;
      }
    }
    return {delimiters & outside, breaks & outside, breaks, quotes};
  }

  char delimiter_, quote_;
  bool has_quote_;
  State state_ = State::field_start;
};

}  // namespace gyre
