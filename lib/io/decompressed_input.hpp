#pragma once

#include <memory>
#include <string_view>

#include "base/byte_input.hpp"

namespace gyre::io {

/// What is inside of gzip or zstd data, as the first bytes tell; any other input as it is. Several members or frames
/// behind one another are one text, zeros behind the last are none. Memory does not grow with the data.
///
/// Errors   of the input. When read: corrupt for data that are damaged or end early, or need more than 128 MiB to be
///          decompressed
/// Source   RFC 1952, RFC 8878
Result<std::unique_ptr<ByteInput>> decompressed(std::unique_ptr<ByteInput> input);

/// A name without .gz or .zst at its end.
std::string_view without_compression(std::string_view path);

}  // namespace gyre::io
