#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "array/row_range.hpp"
#include "base/result.hpp"
#include "encodings/detail/unpack.hpp"

namespace gyre {

/// The block of 1,024 words that was decoded last: rows that do not start with a block need two of them, and the next rows
/// the second one again.
template <class W>
class BlockCache {
 public:
  /// out[i] = word of place places.first + i, counted from the start of block 0; `decode(number, to)` makes a block.
  template <class Decode>
  Result<void> read(RowRange places, W* out, Decode&& decode) {
    while (!places.empty()) {
      const auto number = places.first / block_values, first = places.first % block_values;
      GYRE_TRY(load(number, decode));
      const auto count = std::min(block_values - first, places.size());
      std::copy_n(words_.get() + first, count, out);
      out += count;
      places.first += count;
    }
    return {};
  }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  template <class Decode>
  Result<void> load(std::uint64_t number, Decode& decode) {
    if (number == number_) return {};
    if (!words_) words_ = std::make_unique_for_overwrite<W[]>(block_values);
    number_ = none;
    GYRE_TRY(decode(number, words_.get()));
    number_ = number;
    return {};
  }

  std::unique_ptr<W[]> words_;
  std::uint64_t number_ = none;
};

}  // namespace gyre
