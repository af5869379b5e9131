#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/buffer.hpp"
#include "base/result.hpp"
#include "io/source.hpp"

namespace gyre::io {

/// Output of unknown length that appears only when it is whole. Destroying a sink that was not committed aborts it.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual Result<void> write(Buffer bytes) = 0;
  /// Makes the output visible under its name, durably.
  virtual Result<Identity> commit() = 0;
  virtual void abort() noexcept = 0;
};

}  // namespace gyre::io
