#include "text/detail/chunk_text.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "base/words.hpp"

namespace gyre {
namespace {

/// Most text is, and this looks faster than is_utf8.
bool is_ascii(std::string_view text) {
  std::size_t i = 0;
  for (; i + 64 <= text.size(); i += 64) {
    std::uint64_t high = 0;
    for (std::size_t k = 0; k < 64; k += 8) high |= load<std::uint64_t>(text.data() + i + k);
    if ((high & 0x8080808080808080) != 0) return false;
  }
  return std::ranges::all_of(text.substr(i),
                             [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// Line ends in a part of a text, which goes on behind it.
std::uint64_t count_lines(std::string_view text, std::size_t first, std::size_t last) {
  std::uint64_t lines = 0;
  for (auto i = first; i < last; ++i)
    if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')))
      ++lines;
  return lines;
}

}  // namespace

std::uint64_t line_of(const CsvChunk& chunk, std::size_t offset) {
  return chunk.first_line + count_lines(chunk.text(), 0, offset);
}

bool is_utf8_text(const CsvChunk& chunk) {
  const auto text = chunk.text();
  return is_ascii(text) || is_utf8(text);
}

std::size_t first_foreign_line(const CsvChunk& chunk) {
  std::size_t good = 0;
  for (auto lines = chunk.text(); !lines.empty();) {
    const auto end = std::min(lines.find('\n'), lines.size() - 1) + 1;
    if (!is_utf8(lines.substr(0, end))) break;
    good += end;
    lines.remove_prefix(end);
  }
  return good;
}

std::vector<RefusedRecords::Record> refused_records(const CsvChunk& chunk,
                                                    std::vector<std::string_view> parts) {
  std::ranges::sort(parts, {}, &std::string_view::data);
  std::vector<RefusedRecords::Record> records;
  auto line = chunk.first_line;
  std::size_t at = 0;
  for (const auto part : parts) {
    const auto begin = static_cast<std::size_t>(part.data() - chunk.text().data());
    line += count_lines(chunk.text(), at, begin);
    at = begin;
    records.push_back({line, std::string(part)});
  }
  return records;
}

}  // namespace gyre
