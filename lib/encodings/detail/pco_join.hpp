#pragma once

#include <span>

#include "base/words.hpp"
#include "encodings/detail/pco_chunk.hpp"

namespace gyre {

/// Makes numbers of latents, as words of 2, 4 or 8 bytes.
///
/// primary     latents of the chunk, as PcoPage gives them
/// secondary   as many, where the chunk has them
/// out         as many words of the type `ptype`
/// Errors      Code::corrupt: a position past the dictionary
template <Word W>
Result<void> join_latents(const PcoChunk& chunk, PType ptype,
                          std::span<const std::uint64_t> primary,
                          std::span<const std::uint64_t> secondary, W* out);

}  // namespace gyre
