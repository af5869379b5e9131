#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gyre {

/// The files that a location names, sorted by their bytes, each once.
///
/// a folder       the files in it and below that `wanted` takes, but for names that begin with . or _
/// a pattern      what matches: * ? [a-z] within a name, ** any folders, {a,b} either
/// all else       itself: a file whatever characters its name has, "-", what is not there
///
/// Links to folders are followed where the location names them, not below.
/// Errors   Code::not_found: nothing in the folder, or nothing matches; Code::io
Result<std::vector<std::string>> list_files(
    const std::string& location, const std::function<bool(std::string_view name)>& wanted);

}  // namespace gyre
