#pragma once

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

namespace gyre::fuzz {

/// Ends the program where something is not as it has to be: a find.
template <class... Args>
void expect(bool condition, fmt::format_string<Args...> text, Args&&... args) {
  if (condition) return;
  fmt::print(stderr, "find: {}\n", fmt::format(text, std::forward<Args>(args)...));
  std::abort();
}

/// Two ways that both came to a result must have come to the same.
inline void expect_same(const std::string& difference, std::string_view ways) {
  expect(difference.empty(), "{}: {}", ways, difference);
}

}  // namespace gyre::fuzz
