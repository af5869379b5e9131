#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gyre::cli {

/// "1,234,567"
std::string grouped(std::uint64_t number);
/// "999 B", "1.2 kB", "3.4 GB": powers of 1000, as files are measured.
std::string human_bytes(std::uint64_t bytes);

/// Columns that a text takes on a terminal.
std::size_t display_width(std::string_view text);
/// The text in at most `columns`, with an ellipsis where something was cut off.
std::string cut_to(std::string_view text, std::size_t columns);
/// The text on one line and without what a terminal would obey: control characters and bytes that are no UTF-8 as \xNN.
std::string printable(std::string_view text);

}  // namespace gyre::cli
