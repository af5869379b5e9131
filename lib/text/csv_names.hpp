#pragma once

#include <string>
#include <vector>

namespace gyre {

/// Gives empty names their place (column0, …), and names that came before a number behind (a, a_1, a_2), such that no two
/// are equal. First ones stay as they are.
void make_names_unique(std::vector<std::string>& names);

}  // namespace gyre
