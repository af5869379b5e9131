#include "cli/human.hpp"

#include <fmt/core.h>

#include <array>

#include "base/utf8.hpp"

namespace gyre::cli {
namespace {

struct Character {
  std::string_view bytes;
  std::uint32_t point;
};

/// The first character of a text that is not empty; bytes that are no UTF-8 count as one each.
Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const auto bytes = text.substr(0, size);
  if (size == 1 || !is_utf8(bytes)) return {text.substr(0, 1), lead};
  std::uint32_t point = lead & (0xffu >> (size + 1));
  for (const char c : bytes.substr(1)) point = point << 6 | (static_cast<unsigned char>(c) & 0x3fu);
  return {bytes, point};
}

struct Range {
  std::uint32_t first, last;
};

// Characters of two columns, and of none, as far as tables of names and values need them.
constexpr std::array wide{Range{0x1100, 0x115f},   Range{0x2e80, 0x303e},  Range{0x3041, 0x33ff},
                          Range{0x3400, 0x4dbf},   Range{0x4e00, 0x9fff},  Range{0xa000, 0xa4cf},
                          Range{0xac00, 0xd7a3},   Range{0xf900, 0xfaff},  Range{0xfe30, 0xfe6f},
                          Range{0xff00, 0xff60},   Range{0xffe0, 0xffe6},  Range{0x1f300, 0x1f64f},
                          Range{0x1f900, 0x1f9ff}, Range{0x20000, 0x3fffd}};
constexpr std::array none{Range{0x300, 0x36f}, Range{0x200b, 0x200f}, Range{0x20d0, 0x20ff},
                          Range{0xfe00, 0xfe0f}};

std::size_t columns_of(std::uint32_t point) {
  for (const auto& range : none)
    if (range.first <= point && point <= range.last) return 0;
  for (const auto& range : wide)
    if (range.first <= point && point <= range.last) return 2;
  return 1;
}

}  // namespace

std::string grouped(std::uint64_t number) {
  const auto digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text.push_back(',');
    text.push_back(digits[i]);
  }
  return text;
}

std::string human_bytes(std::uint64_t bytes) {
  constexpr std::array units{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes < 1000) return fmt::format("{} B", bytes);
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 999.95 && unit + 1 < units.size(); ++unit) value /= 1000;
  return fmt::format("{:.1f} {}", value, units[unit]);
}

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const auto character = first_character(text);
    columns += columns_of(character.point);
    text.remove_prefix(character.bytes.size());
  }
  return columns;
}

std::string cut_to(std::string_view text, std::size_t columns) {
  if (display_width(text) <= columns) return std::string(text);
  std::string out;
  std::size_t used = 1;
  while (!text.empty()) {
    const auto character = first_character(text);
    used += columns_of(character.point);
    if (used > columns) break;
    out += character.bytes;
    text.remove_prefix(character.bytes.size());
  }
  return out + "…";
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto character = first_character(text);
    text.remove_prefix(character.bytes.size());
    const bool is_stray = character.bytes.size() == 1 && character.point >= 0x80;
    const bool is_control =
        character.point < 0x20 || (character.point >= 0x7f && character.point < 0xa0);
    if (character.bytes == "\n")
      out += "\\n";
    else if (character.bytes == "\t")
      out += "\\t";
    else if (is_stray || (is_control && character.bytes.size() == 1))
      out += fmt::format("\\x{:02x}", character.point);
    else if (!is_control)
      out += character.bytes;
  }
  return out;
}

}  // namespace gyre::cli
