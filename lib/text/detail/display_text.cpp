#include "text/detail/display_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "base/escape.hpp"

namespace gyre {
namespace {

struct CodeRange {
  char32_t first, last;
};

// Marks that sit on the letter before them, and characters without width.
constexpr CodeRange combining[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x0610, 0x061a}, {0x064b, 0x065f},
    {0x0900, 0x0902}, {0x093c, 0x093c}, {0x0941, 0x0948}, {0x0e31, 0x0e31}, {0x0e34, 0x0e3a},
    {0x0e47, 0x0e4e}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200f}, {0x202a, 0x202e},
    {0x2060, 0x2064}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff},
};
// East Asian letters and pictures, two columns wide.
constexpr CodeRange wide[] = {
    {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xa960, 0xa97f},
    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
    {0xffe0, 0xffe6},   {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff},
    {0x20000, 0x3fffd},
};

template <std::size_t size>
bool in_ranges(const CodeRange (&ranges)[size], char32_t code) {
  const auto found = std::ranges::upper_bound(ranges, code, {}, &CodeRange::first);
  return found != std::begin(ranges) && code <= std::prev(found)->last;
}

/// Takes the first character off the front of a text that is not empty. Bytes that are no UTF-8 count as one each.
char32_t take_character(std::string_view& text) {
  const auto byte_at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte_at(0);
  const std::size_t size = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  char32_t code = size == 1 ? lead : lead & (0x7fu >> size);
  std::size_t used = 1;
  for (; used < size && used < text.size() && (byte_at(used) & 0xc0u) == 0x80; ++used)
    code = code << 6 | (byte_at(used) & 0x3fu);
  text.remove_prefix(used);
  return code;
}

std::size_t width_of(char32_t code) {
  if (code < 0x300) return 1;
  return in_ranges(combining, code) ? 0 : in_ranges(wide, code) ? 2 : 1;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) width += width_of(take_character(text));
  return width;
}

std::string cut_to_width(std::string_view text, std::size_t width) {
  if (text.size() <= width || display_width(text) <= width) return std::string(text);
  if (width == 0) return {};
  std::size_t used = 0;
  auto rest = text;
  while (!rest.empty()) {
    auto behind = rest;
    used += width_of(take_character(behind));
    if (used > width - 1) break;
    rest = behind;
  }
  return std::string(text.substr(0, text.size() - rest.size())) + "…";
}

std::string shown_text(std::string_view text) {
  constexpr std::size_t most_columns = 80;
  return fmt::format("'{}'",
                     cut_to_width(printable(text.substr(0, 4 * most_columns)), most_columns));
}

std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      out.push_back(c);
    } else if (const auto escape = short_escape(c); !escape.empty()) {
      out += escape;
    } else {
      out += fmt::format("\\x{:02x}", unsigned{byte});
    }
  }
  return out;
}

}  // namespace gyre
