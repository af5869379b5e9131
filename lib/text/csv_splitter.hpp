#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/buffer.hpp"
#include "base/result.hpp"
#include "text/byte_input.hpp"
#include "text/csv_options.hpp"
#include "text/detail/csv_scanner.hpp"

namespace gyre {

/// Whole records of delimited text, to be read by whoever has time.
struct CsvChunk {
  std::uint64_t number = 0;      ///< counts up from 0
  std::uint64_t first_line = 1;  ///< of the input, where the text begins
  std::uint64_t records = 0;     ///< at most; empty lines count
  MutableBuffer text;

  std::string_view view() const {
    return {reinterpret_cast<const char*>(text.data()), text.size()};
  }
};

/// Cuts text into chunks of whole records, by number of records and bytes alone: how the input comes in does not
/// matter. A byte order mark at the front is dropped. Line breaks between quotes end no record.
class CsvSplitter {
 public:
  /// `input` stands at its front and outlives this.
  CsvSplitter(ByteInput& input, const CsvOptions& options);

  /// The next chunk: `records` line ends outside of quotes, or fewer where bytes_per_batch or the input ends. Nothing
  /// at the end.
  /// Errors: of the input; unsupported for UTF-16; corrupt for a quote never closed (with the line where it opens) or
  /// a record past record_limit
  Result<std::optional<CsvChunk>> next(std::uint64_t records);

 private:
  Result<void> read_block();
  Result<void> read_mark();
  /// Where the chunk ends, if that is in the bytes at hand.
  std::optional<std::size_t> scan(std::uint64_t records);
  CsvChunk take(std::size_t size);
  std::unexpected<Error> too_long() const;
  std::unexpected<Error> unterminated() const;

  ByteInput& input_;
  CsvOptions options_;
  CsvScanner scanner_;
  MutableBuffer text_ = MutableBuffer::uninitialized(0);
  std::size_t scanned_ = 0;                        // bytes of text_ that scanner_ has seen
  std::size_t record_start_ = 0;                   // in text_
  std::uint64_t line_ends_ = 0, line_breaks_ = 0;  // in what is scanned
  std::uint64_t first_line_ = 1, number_ = 0;
  bool started_ = false, ended_ = false;
};

}  // namespace gyre
