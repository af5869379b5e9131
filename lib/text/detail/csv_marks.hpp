#pragma once

#include <cstddef>
#include <cstdint>

#include "text/detail/bytes64.hpp"

namespace gyre {

/// The characters that text is searched for, besides LF and CR.
struct CsvMarks {
  char delimiter;
  char quote;
  bool has_quote;
};

/// Where they are among 64 bytes, one bit a byte.
struct CsvFound {
  std::uint64_t line_feeds, returns, delimiters, quotes;
};

/// Searches `blocks` times 64 bytes.
using FindMarks = void (*)(const char* text, std::size_t blocks, const CsvMarks& marks,
                           CsvFound* found);

/// The same for all kinds of Bytes64, which has a type of its own in each variant's namespace.
template <class Bytes>
void find_marks_with(const char* text, std::size_t blocks, const CsvMarks& marks, CsvFound* found) {
  for (std::size_t i = 0; i < blocks; ++i, text += 64) {
    const Bytes bytes(text);
    found[i] = {bytes.equal('\n'), bytes.equal('\r'), bytes.equal(marks.delimiter),
                marks.has_quote ? bytes.equal(marks.quote) : 0};
  }
}

namespace baseline {
void find_marks(const char* text, std::size_t blocks, const CsvMarks& marks, CsvFound* found);
}
namespace avx2 {
void find_marks(const char* text, std::size_t blocks, const CsvMarks& marks, CsvFound* found);
}
namespace avx512 {
void find_marks(const char* text, std::size_t blocks, const CsvMarks& marks, CsvFound* found);
}

/// The fastest of them here; GYRE_CPU names another (scalar, avx2, avx512).
FindMarks best_find_marks();

}  // namespace gyre
