#include "text/schema_text.hpp"

#include <algorithm>
#include <optional>

#include "dtype/text.hpp"
#include "text/detail/display_text.hpp"

namespace gyre {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const auto first = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

struct Line {
  std::string name;
  std::string_view type;
};

/// A name between quotes, doubled ones inside standing for themselves.
std::optional<Line> split_quoted(std::string_view line) {
  std::string name;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] != '"') {
      name.push_back(line[i]);
    } else if (i + 1 < line.size() && line[i + 1] == '"') {
      name.push_back(line[i++]);
    } else {
      return Line{std::move(name), trimmed(line.substr(i + 1))};
    }
  }
  return std::nullopt;
}

std::optional<Line> split(std::string_view line) {
  if (line.starts_with('"')) return split_quoted(line);
  auto at = std::string_view::npos;
  for (const std::string_view wide : {"\t", "  "})
    if (const auto found = line.rfind(wide); found != std::string_view::npos)
      at = at == std::string_view::npos ? found : std::max(at, found);
  if (at == std::string_view::npos) at = line.find(' ');
  if (at == std::string_view::npos) return std::nullopt;
  return Line{std::string(trimmed(line.substr(0, at))), trimmed(line.substr(at))};
}

}  // namespace

Result<std::vector<std::pair<std::string, DType>>> parse_schema(std::string_view text) {
  std::vector<std::pair<std::string, DType>> columns;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    auto parts = split(line);
    if (!parts || parts->type.empty())
      return fail(Code::invalid_argument, "line {}: expected a name and a type, not {}", number,
                  shown_text(line));
    if (columns.empty() && parts->name == "column" && parts->type == "type") continue;
    auto dtype = GYRE_TRY(within(parse_dtype(parts->type), "line {}", number));
    columns.emplace_back(std::move(parts->name), std::move(dtype));
  }
  return columns;
}

}  // namespace gyre
