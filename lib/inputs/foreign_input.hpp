#pragma once

#include "inputs/input.hpp"

namespace gyre {

/// Opens Parquet and Arrow files, which the shared object with Arrow C++ reads; "-" is a stream of Arrow, or a file whose
/// bytes standard input has. Only the columns that the request needs are read.
/// Errors   Code::unsupported: the shared object is not there; Parquet from a pipe; a type that Vortex lacks
Result<std::unique_ptr<BatchSource>> open_foreign(const std::string& path, FileKind kind,
                                                  const InputOptions& options);

}  // namespace gyre
