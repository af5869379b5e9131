#pragma once

namespace gyre {

/// Prints the broken promise and its place, then aborts.
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace gyre

/// For our own mistakes only: no input can reach a failing one. Checked in every build.
#define GYRE_ASSERT(condition) \
  ((condition) ? void(0) : ::gyre::assertion_failed(#condition, __FILE__, __LINE__))
