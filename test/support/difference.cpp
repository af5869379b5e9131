#include "support/difference.hpp"

#include "base/words.hpp"
#include "dtype/text.hpp"

namespace gyre::test {
namespace {

/// What is wrong with the memory of a column by itself.
std::string unsound(const Column& column) {
  const auto& dtype = column.dtype.physical();
  if (dtype.is(Kind::null))
    return column.null_count == column.rows ? "" : "a null column does not count all rows as null";
  if (column.validity.empty() != (column.null_count == 0))
    return fmt::format("{} nulls, but validity of {} bytes", column.null_count,
                       column.validity.size());
  if (column.null_count > 0) {
    if (column.validity.size() < bitmap_bytes(column.rows)) return "validity is too short";
    const auto valid = count_bits(column.validity.bytes(), column.rows);
    if (column.rows - valid != column.null_count)
      return fmt::format("{} nulls counted, {} in the bitmap", column.null_count,
                         column.rows - valid);
  }
  const bool offsets = dtype.is(Kind::list) || dtype.is(Kind::map);
  const auto width = dtype.is_text() ? sizeof(TextView) : std::size_t{word_bytes(dtype)};
  const auto least = dtype.is(Kind::boolean) ? bitmap_bytes(column.rows)
                     : offsets               ? (column.rows + 1) * sizeof(std::uint64_t)
                                             : column.rows * width;
  const bool has_buffer = offsets || width > 0 || dtype.is(Kind::boolean);
  if (has_buffer != !column.buffers.empty())
    return fmt::format("{} buffers for {}", column.buffers.size(), to_text(dtype));
  if (has_buffer && column.buffers[0].size() < least)
    return fmt::format("{} bytes for {} rows", column.buffers[0].size(), column.rows);
  if (dtype.is_text())
    for (std::uint64_t row = 0; row < column.rows; ++row)
      if (!column.is_valid(row) && !text_at(column, row).empty())
        return fmt::format("row {} is null, but its view is not empty", row);
  if (offsets && load<std::uint64_t>(column.buffers[0].data()) != 0) return "offsets start past 0";
  for (const auto& child : column.children)
    if (auto problem = unsound(child); !problem.empty()) return "child: " + problem;
  return "";
}

std::string show(const Column& column, std::uint64_t row) {
  auto text = to_text(scalar_at(column, row));
  if (text.size() > 80) text = text.substr(0, 80) + "...";
  return text;
}

}  // namespace

std::string difference(const Column& actual, const Column& expected) {
  if (!(actual.dtype == expected.dtype))
    return fmt::format("type {}, expected {}", to_text(actual.dtype), to_text(expected.dtype));
  if (actual.rows != expected.rows)
    return fmt::format("{} rows, expected {}", actual.rows, expected.rows);
  if (auto problem = unsound(actual); !problem.empty()) return problem;
  if (actual.children.size() != expected.children.size())
    return fmt::format("{} children, expected {}", actual.children.size(),
                       expected.children.size());
  for (std::uint64_t row = 0; row < actual.rows; ++row)
    if (!same_value(actual, row, expected, row))
      return fmt::format("row {} of {}: {}, expected {}", row, actual.rows, show(actual, row),
                         show(expected, row));
  return "";
}

}  // namespace gyre::test
