#pragma once

#include <memory>

#include "array/batch_output.hpp"
#include "io/sink.hpp"

namespace gyre {

/// Arrow IPC comes in two forms: with a footer for random access, or as a stream.
enum class ArrowForm : std::uint8_t { file, stream };

/// What the shared object with Arrow C++ in it can do; it is opened when the first format needs it.
struct Formats {
  Result<std::unique_ptr<BatchOutput>> (*arrow_output)(std::unique_ptr<io::Sink> sink,
                                                       const DType& schema, ArrowForm form);
};

/// Opens the shared object, which stays open; it lies beside the program or in ../lib.
/// Errors   Code::unsupported: it is not there, or Arrow C++ is not
Result<const Formats*> load_formats();

}  // namespace gyre
