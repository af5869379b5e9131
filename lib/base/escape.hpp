#pragma once

#include <string_view>

namespace gyre {

/// How a line feed, carriage return or tab is written on one line: \n, \r, \t. Empty for all other characters.
constexpr std::string_view short_escape(char c) {
  return c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : "";
}

}  // namespace gyre
