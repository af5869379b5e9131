#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/output.hpp"
#include "cli/terminal.hpp"

namespace gyre::cli {

/// Rows of cells in aligned columns, cut to the width at hand.
class TextTable {
 public:
  enum class Align { left, right };
  struct Heading {
    std::string title;
    Align align = Align::left;
    std::size_t least = 6;  ///< columns that it keeps when the table is too wide
  };

  explicit TextTable(std::vector<Heading> headings) : headings_(std::move(headings)) {}

  /// One cell a heading. Cells are made printable.
  void row(std::vector<std::string> cells);
  /// The widest columns give way first where a row would take more than `columns`.
  void print(Output& out, std::size_t columns, const Style& style) const;

 private:
  std::vector<std::size_t> widths(std::size_t columns) const;

  std::vector<Heading> headings_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace gyre::cli
