#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "text/detail/csv_marks.hpp"

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
  static constexpr std::size_t most_blocks = 32;
  using Masks = std::array<CsvMasks, most_blocks>;

  CsvScanner(char delimiter, std::optional<char> quote)
      : marks_{delimiter, quote.value_or('\0'), quote.has_value()}, find_(best_find_marks()) {}

  /// Scans `text`, which follows what was scanned before, up to most_blocks times 64 bytes of it; how many bytes. `next`
  /// is the byte behind the text, anything but LF at the end. 64 bytes behind the text may be read.
  std::size_t scan(std::string_view text, char next, Masks& masks) {
    const auto size = std::min(text.size(), most_blocks * 64);
    const auto blocks = (size + 63) / 64;
    std::array<CsvFound, most_blocks> found;
    find_(text.data(), blocks, marks_, found.data());
    for (std::size_t i = 0; i < blocks; ++i) {
      const auto behind = (i + 1) * 64;
      const auto count = static_cast<unsigned>(behind <= size ? 64 : size - i * 64);
      masks[i] = step(found[i], count, behind < text.size() ? text[behind] : next);
    }
    return size;
  }

  /// Scans one byte, the slow way.
  CsvMasks scan_byte(char byte, char next) {
    const auto is = [&](char c) { return std::uint64_t{byte == c}; };
    return step({is('\n'), is('\r'), is(marks_.delimiter), marks_.has_quote ? is(marks_.quote) : 0},
                1, next);
  }

  /// Between an opening quote and its end.
  bool inside_quotes() const { return inside_ != 0; }

 private:
  CsvMasks step(const CsvFound& found, unsigned count, char next) {
    const auto used = ~std::uint64_t{0} >> (64 - count);
    const auto last = count - 1;
    const auto line_feeds = found.line_feeds & used, quotes = found.quotes & used;
    const auto followed = line_feeds >> 1 | std::uint64_t{next == '\n'} << last;
    const auto breaks = line_feeds | (found.returns & used & ~followed);
    const auto delimiters = found.delimiters & used;
    const auto inside = prefix_xor(quotes) ^ inside_;
    const auto separators = (delimiters | breaks) & ~inside;
    // A quote opens a field behind a separator, or goes on behind one that seemed to close it.
    const auto openers = separators | (quotes & ~inside);
    if ((quotes & inside & ~(openers << 1 | may_open_)) != 0) [[unlikely]]
      return step_bytewise(count, delimiters, breaks, quotes);
    inside_ = 0 - (inside >> last & 1);
    may_open_ = openers >> last & 1;
    return {delimiters & ~inside, breaks & ~inside, breaks, quotes};
  }

  /// For quotes in bare fields, where parity says nothing.
  CsvMasks step_bytewise(unsigned count, std::uint64_t delimiters, std::uint64_t breaks,
                         std::uint64_t quotes) {
    std::uint64_t outside = 0;
    for (unsigned i = 0; i < count; ++i) {
      const auto bit = std::uint64_t{1} << i;
      if ((quotes & bit) != 0) {
        const bool closes = inside_ != 0;
        inside_ = !closes && may_open_ != 0 ? ~std::uint64_t{0} : 0;
        may_open_ = closes;
      } else if (inside_ == 0) {
        outside |= bit;
        may_open_ = ((delimiters | breaks) & bit) != 0;
      }
    }
    return {delimiters & outside, breaks & outside, breaks, quotes};
  }

  CsvMarks marks_;
  FindMarks find_;
  std::uint64_t inside_ = 0;    // all bits set between quotes
  std::uint64_t may_open_ = 1;  // a quote would open a field, or go on with one
};

}  // namespace gyre
