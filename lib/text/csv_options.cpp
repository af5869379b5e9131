#include "text/csv_options.hpp"

#include <algorithm>

#include "text/detail/csv_scanner.hpp"

namespace gyre {
namespace {

// Offsets into a batch are 32 bits wide, views count in 31.
constexpr std::size_t largest_batch = std::size_t{1} << 30;
// Text is looked at in pieces of this size.
constexpr std::size_t least_record_limit = 64;

/// Records that a delimiter is judged by.
constexpr std::size_t judged_records = 100;

bool usable(char c) {
  return static_cast<unsigned char>(c) < 0x80 && c != '\n' && c != '\r' && c != '\0';
}

/// Fields of each of the first records, which may be cut off at the end of `front` if there are several.
std::vector<std::size_t> count_fields(std::string_view front, char delimiter,
                                      std::optional<char> quote) {
  CsvScanner scanner(delimiter, quote);
  std::vector<std::size_t> counts;
  std::size_t fields = 1, begin = 0;
  const auto close = [&](std::size_t end) {
    const bool empty = end == begin || (end == begin + 1 && front[begin] == '\r');
    if (!empty) counts.push_back(fields);
    fields = 1;
    begin = end + 1;
  };
  for (std::size_t i = 0; i < front.size() && counts.size() < judged_records; ++i) {
    const auto masks = scanner.scan_byte(front[i], i + 1 < front.size() ? front[i + 1] : '\0');
    fields += masks.delimiters & 1;
    if ((masks.line_ends & 1) != 0) close(i);
  }
  if (counts.empty()) close(front.size());
  return counts;
}

}  // namespace

Result<void> check(const TextOptions& options) {
  if (options.decimal_mark != '.' && options.decimal_mark != ',')
    return fail(Code::invalid_argument, "decimal mark: '{}', expected '.' or ','",
                options.decimal_mark);
  if (options.block_size == 0)
    return fail(Code::invalid_argument, "block size: 0 bytes, expected 1 at least");
  if (options.rows_per_batch == 0 || options.bytes_per_batch == 0)
    return fail(Code::invalid_argument, "a batch has one row and one byte at least");
  if (options.bytes_per_batch > largest_batch || options.record_limit > largest_batch)
    return fail(Code::invalid_argument, "a batch or record has {} bytes at most", largest_batch);
  if (options.record_limit < least_record_limit)
    return fail(Code::invalid_argument, "record limit: {} bytes, expected {} at least",
                options.record_limit, least_record_limit);
  return {};
}

Result<void> check(const CsvOptions& options) {
  if (!usable(options.delimiter))
    return fail(Code::invalid_argument,
                "delimiter: expected one ASCII character that ends no line");
  if (options.quote && !usable(*options.quote))
    return fail(Code::invalid_argument, "quote: expected one ASCII character that ends no line");
  if (options.quote == options.delimiter)
    return fail(Code::invalid_argument, "delimiter and quote are both '{}'", options.delimiter);
  return check(static_cast<const TextOptions&>(options));
}

char guess_delimiter(std::string_view front, std::optional<char> quote) {
  char best = ',';
  std::size_t most_fields = 1;
  for (const char delimiter : {',', ';', '\t', '|'}) {
    if (delimiter == quote) continue;
    const auto counts = count_fields(front, delimiter, quote);
    const bool even = std::ranges::adjacent_find(counts, std::not_equal_to()) == counts.end();
    if (counts.empty() || !even || counts.front() <= most_fields) continue;
    best = delimiter;
    most_fields = counts.front();
  }
  return best;
}

}  // namespace gyre
