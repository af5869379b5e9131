#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

/// A folder's name that says what a column holds in all files below: year=2024.
struct HiveValue {
  std::string name;
  std::optional<std::string> value;  ///< decoded; nothing: null (__HIVE_DEFAULT_PARTITION__)
};

/// The values that the folders of a path name, from the outermost in.
std::vector<HiveValue> hive_values(std::string_view path);

/// A folder's name for a value: what hive_values decodes.
std::string hive_folder(std::string_view name, const std::optional<std::string>& value);

}  // namespace gyre
