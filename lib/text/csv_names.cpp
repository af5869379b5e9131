#include "text/csv_names.hpp"

#include <fmt/core.h>

#include <unordered_map>
#include <unordered_set>

namespace gyre {

void make_names_unique(std::vector<std::string>& names) {
  std::unordered_set<std::string> taken(names.begin(), names.end());
  std::unordered_set<std::string> seen;
  std::unordered_map<std::string, unsigned> numbers;  // last one behind a name
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto& name = names[i];
    if (!name.empty() && seen.insert(name).second) continue;
    const auto stem = name.empty() ? fmt::format("column{}", i) : name;
    auto fresh = name.empty() ? stem : std::string();
    while (fresh.empty() || !taken.insert(fresh).second)
      fresh = fmt::format("{}_{}", stem, ++numbers[stem]);
    seen.insert(fresh);
    name = fresh;
  }
}

}  // namespace gyre
