#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <expected>
#include <string>
#include <utility>

namespace gyre {

/// Why an operation failed: a program branches on this, a person reads the message.
enum class Code : std::uint8_t {
  corrupt,           ///< bytes from outside contradict their format
  unsupported,       ///< valid, but nothing here can handle it
  invalid_argument,  ///< the caller asked for something that makes no sense
  not_found,
  io,
  network,
  cancelled,  ///< stopped on request; nothing is wrong
};

/// The code's name, as scripts see it in `--json` errors.
std::string_view name_of(Code code);

/// `message` is one line in lower case that names the thing, the value found and the value expected.
struct Error {
  Code code;
  std::string message;
};

template <class T>
using Result = std::expected<T, Error>;

template <class... Args>
[[nodiscard]] std::unexpected<Error> fail(Code code, fmt::format_string<Args...> text,
                                          Args&&... args) {
  return std::unexpected(Error{code, fmt::format(text, std::forward<Args>(args)...)});
}

/// Puts the place in front of an error on its way up: "a.vortex: footer: segment 7 ends past the file".
template <class T, class... Args>
[[nodiscard]] Result<T> within(Result<T> result, fmt::format_string<Args...> place,
                               Args&&... args) {
  if (!result)
    result.error().message =
        fmt::format(place, std::forward<Args>(args)...) + ": " + result.error().message;
  return result;
}

/// The value of a Result; on failure, returns its error from the function around it.
#define GYRE_TRY(expression)                                            \
  __extension__({                                                       \
    auto gyre_try = (expression);                                       \
    if (!gyre_try) return std::unexpected(std::move(gyre_try).error()); \
    *std::move(gyre_try);                                               \
  })

}  // namespace gyre
