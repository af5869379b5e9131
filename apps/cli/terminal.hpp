#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace gyre::cli {

bool is_terminal(int descriptor);
/// Columns of the terminal, else of COLUMNS, else `otherwise`.
std::size_t terminal_columns(int descriptor, std::size_t otherwise);

/// Whether to color what goes to `descriptor`: `when` is auto, always or never; auto asks NO_COLOR, CLICOLOR_FORCE, TERM
/// and the descriptor.
bool wants_color(std::string_view when, int descriptor);

/// Colors, or nothing where there are none.
class Style {
 public:
  explicit Style(bool colored = false) : colored_(colored) {}
  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string faint(std::string_view text) const { return wrap("2", text); }
  std::string red(std::string_view text) const { return wrap("1;31", text); }
  std::string yellow(std::string_view text) const { return wrap("33", text); }
  bool is_colored() const { return colored_; }

 private:
  std::string wrap(std::string_view code, std::string_view text) const;
  bool colored_;
};

/// Errors   Code::invalid_argument: `descriptor` is a terminal, which binary data would upset
Result<void> refuse_terminal(int descriptor, bool force);

}  // namespace gyre::cli
