#pragma once

#include "base/buffer.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

/// A reader of words that lie in a buffer as they are.
///
/// width    bytes of a word: 1, 2, 4, 8, 16 or 32
/// values   at least rows * width bytes, aligned for the word
ReaderRef plain_words_reader(unsigned width, std::uint64_t rows, Buffer values,
                             ValidityReader validity, ReadContext& context);

/// The alignment that plain_words_reader asks for.
std::size_t word_alignment(unsigned width);

}  // namespace gyre
