#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gyre {

/// Whether a text holds any of * ? [ {, which make it a pattern.
bool is_glob(std::string_view text);

/// The globs that the braces of one stand for, from left to right: a{b,c{d,e}} is ab, acd, ace. Braces without a comma
/// or without their partner stand for themselves.
/// Errors   Code::invalid_argument: more than 100,000
Result<std::vector<std::string>> expand_braces(std::string_view pattern);

/// Whether one name of a path matches: * is any text, ? any character (byte), [a-z0] one of these, [!a] none of these. A
/// dot in front has to be written out.
bool glob_matches(std::string_view pattern, std::string_view name);

}  // namespace gyre
