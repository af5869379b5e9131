#pragma once

#include <memory>
#include <string>

#include "base/byte_input.hpp"

namespace gyre {

/// The text of an input as UTF-8.
///
/// encoding   "latin-1", "windows-1252", "utf-16le" and all that iconv(3) knows, in any case; empty: UTF-8, unless a byte
///            order mark says UTF-16. Bytes that are said to be UTF-8 are passed on as they are
/// Errors     invalid_argument: no such encoding. When read: corrupt, with the line, for bytes that are no character
Result<std::unique_ptr<ByteInput>> utf8_input(std::unique_ptr<ByteInput> input,
                                              const std::string& encoding);

}  // namespace gyre
