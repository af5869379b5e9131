#include "text/csv_options.hpp"

namespace gyre {
namespace {

// Offsets into a batch are 32 bits wide, views count in 31.
constexpr std::size_t largest_batch = std::size_t{1} << 30;
// Text is looked at in pieces of this size.
constexpr std::size_t least_record_limit = 64;

bool usable(char c) {
  return static_cast<unsigned char>(c) < 0x80 && c != '\n' && c != '\r' && c != '\0';
}

}  // namespace

Result<void> check(const CsvOptions& options) {
  if (!usable(options.delimiter))
    return fail(Code::invalid_argument,
                "delimiter: expected one ASCII character that ends no line");
  if (options.quote && !usable(*options.quote))
    return fail(Code::invalid_argument, "quote: expected one ASCII character that ends no line");
  if (options.quote == options.delimiter)
    return fail(Code::invalid_argument, "delimiter and quote are both '{}'", options.delimiter);
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

}  // namespace gyre
