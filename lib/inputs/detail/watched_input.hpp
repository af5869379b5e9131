#pragma once

#include <memory>

#include "base/byte_input.hpp"
#include "base/progress.hpp"

namespace gyre {

/// The same input, which tells `progress` its size and how far it has been read. `progress` lives longer.
std::unique_ptr<ByteInput> watched(std::unique_ptr<ByteInput> input, Progress& progress);

}  // namespace gyre
