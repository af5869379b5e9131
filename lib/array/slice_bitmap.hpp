#pragma once

#include <cstdint>

#include "base/buffer.hpp"

namespace gyre {

/// Bits first .. first + rows of a bitmap, moved to start at 0; shared where they lie on whole bytes.
Buffer slice_bitmap(const Buffer& bitmap, std::uint64_t first, std::uint64_t rows);

}  // namespace gyre
