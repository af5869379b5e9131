#include "rows/row_index.hpp"

#include <algorithm>
#include <charconv>

#include "rows/detail/gzip.hpp"

namespace gyre {

Result<std::vector<std::uint64_t>> parse_row_index(std::string_view text,
                                                   std::uint64_t file_bytes) {
  std::vector<std::uint64_t> offsets;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const auto size = std::min(text.find('\n'), text.size());
    auto digits = text.substr(0, size);
    text.remove_prefix(std::min(size + 1, text.size()));
    if (digits.ends_with('\r')) digits.remove_suffix(1);
    std::uint64_t offset = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), offset);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size())
      return fail(Code::corrupt, "line {}: expected the offset of a block", line);
    if (offsets.empty() && offset != 0)
      return fail(Code::corrupt, "line 1: the first block begins at {}, expected 0", offset);
    if (!offsets.empty() &&
        (offset < offsets.back() || offset - offsets.back() < least_member_bytes))
      return fail(Code::corrupt, "line {}: offset {} after {}, expected at least {} more", line,
                  offset, offsets.back(), least_member_bytes);
    if (offset > file_bytes || file_bytes - offset < least_member_bytes)
      return fail(Code::corrupt, "line {}: offset {} has no block behind it in a file of {} bytes",
                  line, offset, file_bytes);
    offsets.push_back(offset);
  }
  if (offsets.empty() && file_bytes > 0)
    return fail(Code::corrupt, "no blocks for a file of {} bytes", file_bytes);
  return offsets;
}

}  // namespace gyre
