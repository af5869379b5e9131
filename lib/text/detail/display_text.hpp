#pragma once

#include <string>
#include <string_view>

namespace gyre {

/// The text on one line, without bytes that would move the cursor or change colors: \n, \t, \x1b and the like are
/// written out.
std::string printable(std::string_view text);

/// A value as a message shows it: in single quotes, printable, cut short where it is long.
std::string shown_text(std::string_view text);

/// Columns of a terminal that UTF-8 text takes: wide letters two, combining ones none.
std::size_t display_width(std::string_view text);

/// The text, or where it takes more than `width` columns as much of its front as fits with … behind it.
std::string cut_to_width(std::string_view text, std::size_t width);

}  // namespace gyre
