#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "text/byte_output.hpp"

namespace gyre {

/// A file for refused records, which appears when it is finished.
Result<std::unique_ptr<ByteOutput>> create_refused_file(const std::string& path, bool overwrite);

}  // namespace gyre
