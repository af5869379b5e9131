#pragma once

#include "base/result.hpp"
#include "support/catch.hpp"

namespace gyre::test {

/// The value of a Result that has to have one; else the test ends here with the error.
template <class T>
T must(Result<T> result) {
  if (!result) FAIL(name_of(result.error().code) << ": " << result.error().message);
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// The error of a Result that has to have one.
template <class T>
Error refused(const Result<T>& result) {
  if (result) FAIL("expected an error, but it went well");
  return result.error();
}

}  // namespace gyre::test
