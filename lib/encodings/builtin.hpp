#pragma once

#include <span>

#include "array/encoding.hpp"

namespace gyre {

/// The encodings that come with the library.
std::span<const Encoding* const> builtin_encodings();

}  // namespace gyre
