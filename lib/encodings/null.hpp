#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Rows of the null type. No metadata, no buffers, no children.
///
/// Source   Vortex "vortex.null"
struct Null final : Array {
  using Array::Array;
};

extern const Encoding null_encoding;

}  // namespace gyre
