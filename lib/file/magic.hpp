#pragma once

#include <array>
#include <cstddef>

namespace gyre {

/// A file begins and ends with these four bytes.
inline constexpr std::array<char, 4> magic{'V', 'T', 'X', 'F'};

/// u16 version, u16 postscript length, magic.
inline constexpr std::size_t end_marker_bytes = 8;

/// The writer's limit for a postscript.
inline constexpr std::size_t max_postscript_bytes = 65'527;

}  // namespace gyre
