#pragma once

#include <cstdint>
#include <span>

#include "array/reader.hpp"

namespace gyre {

/// What a reader may be besides: one whose rows are codes, numbers of values in a table. For whoever would rather ask a
/// question once for each value than once for each row; found by dynamic_cast.
class DictionaryReader {
 public:
  virtual ~DictionaryReader() = default;

  /// The table: a reader of the same shape, with a row for each code.
  virtual Reader& values() = 0;

  /// Clears the bits of rows whose code's bit in `passing`, a bitmap of values().rows() bits in words, is clear; bit 0 is
  /// rows.first. Null rows may come out either way. Bits already clear stay clear.
  virtual Result<void> select_codes(RowRange rows, std::span<const std::uint64_t> passing,
                                    TileMask& mask) = 0;
};

}  // namespace gyre
