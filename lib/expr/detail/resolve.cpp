#include "expr/detail/resolve.hpp"

#include <algorithm>
#include <optional>

#include "dtype/text.hpp"
#include "expr/detail/lexer.hpp"

namespace gyre::expr {
namespace {

/// Letters to change, add or drop to make one of the other; at most `limit` + 1.
std::size_t distance(std::string_view a, std::string_view b, std::size_t limit) {
  if (a.size() > b.size() + limit || b.size() > a.size() + limit) return limit + 1;
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto change = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
    }
  }
  return std::min(row[b.size()], limit + 1);
}

/// The field whose name is most like `name`, if any is like it.
std::optional<std::string> nearest_field(const DType& structure, std::string_view name) {
  const auto wanted = lower(name.substr(0, 64));
  const auto limit = std::max<std::size_t>(1, wanted.size() / 3);
  auto least = limit + 1;
  std::optional<std::string> nearest;
  for (std::size_t i = 0; i < structure.field_count(); ++i) {
    const auto found = distance(wanted, lower(structure.field_name(i)), limit);
    if (found >= least) continue;
    least = found;
    nearest = structure.field_name(i);
  }
  return nearest;
}

std::unexpected<Error> unknown(const Syntax& column, const DType& schema, const DType& structure,
                               std::size_t step) {
  const auto whole = path_text(column.path);
  auto message = fmt::format("expression: at {}: no column {}", column.position, whole);
  std::string joined;
  for (const auto& name : column.path) {
    if (!joined.empty()) joined.push_back('.');
    joined += name;
  }
  if (column.path.size() > 1 && schema.find_field(joined) < schema.field_count())
    return fail(Code::invalid_argument, "{}; the column with dots in its name is {}", message,
                quoted_name(joined));
  if (const auto nearest = nearest_field(structure, column.path[step])) {
    auto path = column.path;
    path[step] = *nearest;
    return fail(Code::invalid_argument, "{}; did you mean {}?", message, path_text(path));
  }
  return std::unexpected(Error{Code::invalid_argument, std::move(message)});
}

}  // namespace

Result<BoundColumn> resolve(const Syntax& column, const DType& schema) {
  BoundColumn bound{{}, path_text(column.path), schema, false, false};
  for (std::size_t step = 0; step < column.path.size(); ++step) {
    const auto structure = bound.dtype.physical();
    bound.in_nullable = bound.nullable;
    if (!structure.is(Kind::structure))
      return fail(
          Code::invalid_argument, "expression: at {}: no column {}: {} has no fields, it is {}",
          column.position, bound.name,
          path_text({column.path.begin(), column.path.begin() + static_cast<std::ptrdiff_t>(step)}),
          to_text(structure));
    const auto index = structure.find_field(column.path[step]);
    if (index == structure.field_count()) return unknown(column, schema, structure, step);
    bound.path.push_back(index);
    bound.dtype = structure.field(index);
    bound.nullable = bound.nullable || bound.dtype.nullable();
  }
  return bound;
}

std::string path_text(const std::vector<std::string>& path) {
  std::string text;
  for (const auto& name : path) {
    if (!text.empty()) text.push_back('.');
    text += quoted_name(name);
  }
  return text;
}

}  // namespace gyre::expr
