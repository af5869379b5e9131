#pragma once

#include <span>
#include <string_view>

#include "base/buffer.hpp"

namespace gyre {

/// Bytes at the front of a file that looks_like wants to see; fewer will do if there are no more.
inline constexpr std::size_t looks_like_bytes = 64;

/// What a file that begins with these bytes seems to be: "Parquet", "an Arrow file", "gzip", "text"; empty where there
/// is nothing to tell.
std::string_view looks_like(std::span<const std::byte> front);

}  // namespace gyre
