#pragma once

#include "array/reader.hpp"

namespace gyre {

/// Words that may get a number added on their way out, at no price: what a frame of reference looks for in its child.
template <Word W>
class AddingReader : public WordReader<W> {
 public:
  using WordReader<W>::WordReader;

  /// As read, each word plus `reference`, wrapping.
  virtual Result<void> read_plus(RowRange rows, W reference, W* out) = 0;
  Result<void> read(RowRange rows, W* out) final { return read_plus(rows, W{0}, out); }
};

}  // namespace gyre
