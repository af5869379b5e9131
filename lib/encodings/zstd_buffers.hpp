#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Another node whose buffers are zstd frames, with its children as they are. Opening decompresses them, unlike elsewhere,
/// and gives the array of the inner encoding.
///
/// Source   Vortex "vortex.zstd_buffers"; metadata in schema/encodings.proto
extern const Encoding zstd_buffers_encoding;

}  // namespace gyre
