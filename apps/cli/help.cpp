#include "cli/help.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cli/human.hpp"

namespace gyre::cli {
namespace {

constexpr std::size_t width = 100, help_column = 30, indent = 2;

bool is_argument(const Options::Row& row) { return !row.names[0].starts_with('-'); }

/// "-o, --output FILE"
std::string spelled(const Options::Row& row) {
  if (is_argument(row)) return row.meta;
  std::string out;
  if (row.names[0].starts_with("--")) out = "    ";
  for (const auto& name : row.names) out += (&name == &row.names[0] ? "" : ", ") + name;
  if (row.optional_value) return out + "[=" + row.meta + "]";
  return row.meta.empty() ? out : out + " " + row.meta;
}

/// One entry: `left`, then `right` from help_column on, broken at blanks.
void append_entry(std::string& out, std::string_view left, std::string_view right) {
  std::string line(indent, ' ');
  line += left;
  auto column = indent + display_width(left);
  if (column + 2 > help_column) {
    out += line + "\n";
    line.clear();
    column = 0;
  }
  bool first = true;
  while (!right.empty()) {
    const auto blank = std::min(right.find(' '), right.size());
    const auto word = right.substr(0, blank);
    right.remove_prefix(std::min(right.size(), blank + 1));
    if (!first && column + 1 + display_width(word) > width) {
      out += line + "\n";
      line.clear();
      column = 0;
      first = true;
    }
    const auto gap = first ? std::max(help_column, column) - column : 1;
    line.append(gap, ' ').append(word);
    column += gap + display_width(word);
    first = false;
  }
  out += line + "\n";
}

}  // namespace

std::string help_text(const Options& options, std::string_view summary,
                      std::span<const Variable> variables) {
  std::string out = "Usage: " + options.program() + " [OPTION…]";
  for (const auto& row : options.rows())
    if (is_argument(row)) out += " " + row.meta;
  out += "\n\n" + std::string(summary) + "\n";
  std::vector<std::string> groups;
  for (const auto& row : options.rows())
    if (std::ranges::find(groups, is_argument(row) ? "Arguments" : row.group) == groups.end())
      groups.push_back(is_argument(row) ? "Arguments" : row.group);
  for (const auto& group : groups) {
    out += "\n" + group + ":\n";
    for (const auto& row : options.rows())
      if (!row.hidden && (is_argument(row) ? "Arguments" : row.group) == group)
        append_entry(out, spelled(row), row.help);
  }
  if (variables.empty()) return out;
  out += "\nEnvironment:\n";
  for (const auto& variable : variables) append_entry(out, variable.name, variable.what);
  return out;
}

}  // namespace gyre::cli
