#pragma once

#include <string>

#include "inputs/input.hpp"

namespace gyre {

/// Plans the request on one Vortex file of a local path. The tables live longer.
/// Errors   as VortexFile::open and make_plan
Result<Input> open_vortex(const std::string& path, const InputOptions& options,
                          const EncodingTable& encodings, const LayoutTable& layouts);

}  // namespace gyre
