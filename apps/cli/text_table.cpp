#include "cli/text_table.hpp"

#include <algorithm>

#include "cli/human.hpp"

namespace gyre::cli {
namespace {

constexpr std::size_t gap = 2;

}  // namespace

void TextTable::row(std::vector<std::string> cells) {
  for (auto& cell : cells) cell = printable(cell);
  rows_.push_back(std::move(cells));
}

std::vector<std::size_t> TextTable::widths(std::size_t columns) const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < headings_.size(); ++i) {
    auto width = display_width(headings_[i].title);
    for (const auto& row : rows_) width = std::max(width, display_width(row[i]));
    widths.push_back(width);
  }
  auto total = gap * (widths.size() - 1);
  for (const auto width : widths) total += width;
  while (total > columns) {
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i)
      if (widths[i] > headings_[i].least && (widest == widths.size() || widths[i] > widths[widest]))
        widest = i;
    if (widest == widths.size()) break;
    --widths[widest];
    --total;
  }
  return widths;
}

void TextTable::print(Output& out, std::size_t columns, const Style& style) const {
  const auto widths = this->widths(columns);
  const auto line = [&](const auto& cell_of) {
    std::string text;
    for (std::size_t i = 0; i < headings_.size(); ++i) {
      const auto cell = cut_to(cell_of(i), widths[i]);
      const std::string blanks(widths[i] - display_width(cell), ' ');
      text += headings_[i].align == Align::right ? blanks + cell : cell + blanks;
      text.append(gap, ' ');
    }
    text.resize(text.find_last_not_of(' ') + 1);
    return text;
  };
  out.line(
      style.bold(line([&](std::size_t i) -> const std::string& { return headings_[i].title; })));
  for (const auto& row : rows_)
    out.line(line([&](std::size_t i) -> const std::string& { return row[i]; }));
}

}  // namespace gyre::cli
