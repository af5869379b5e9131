#pragma once

#include <string_view>

#include "array/reader.hpp"

namespace gyre {

/// A child's reader as one of words of type W.
/// Errors   Code::corrupt: it has another shape; `what` names the parent
template <Word W>
Result<std::unique_ptr<WordReader<W>>> take_words(ReaderRef reader, std::string_view what) {
  if (reader->shape() != shape_of<W>())
    return fail(Code::corrupt, "{}: a child without words of {} bytes", what, sizeof(W));
  return std::unique_ptr<WordReader<W>>(static_cast<WordReader<W>*>(reader.release()));
}

}  // namespace gyre
