#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/buffer.hpp"
#include "base/byte_input.hpp"
#include "base/result.hpp"
#include "text/csv_options.hpp"
#include "text/detail/csv_scanner.hpp"

namespace gyre {

/// Bytes around text that may be read, so that parsers can load words.
inline constexpr std::size_t field_room = 64;

inline std::string_view text_behind_room(const MutableBuffer& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()) + field_room, bytes.size() - field_room};
}

/// Whole records of delimited text, to be read by whoever has time.
struct CsvChunk {
  std::uint64_t number = 0;      ///< counts up from 0
  std::uint64_t first_line = 1;  ///< of the input, where the text begins
  std::uint64_t records = 0;     ///< at most; empty lines count
  MutableBuffer bytes;           ///< field_room bytes that mean nothing, then the text

  /// field_room bytes may be read on both sides of it.
  std::string_view text() const { return text_behind_room(bytes); }
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
  std::string_view text() const { return text_behind_room(bytes_); }
  Result<void> read_block();
  Result<void> read_mark();
  /// Where the chunk ends, if that is in the bytes at hand.
  std::optional<std::size_t> scan(std::uint64_t records);
  /// The same within the 64 bytes from scanned_ on; else they are counted.
  std::optional<std::size_t> count(const CsvMasks& masks, std::uint64_t records);
  CsvChunk take(std::size_t size);
  MutableBuffer drop_front(std::size_t size);
  std::unexpected<Error> too_long() const;
  std::unexpected<Error> unterminated() const;

  ByteInput& input_;
  CsvOptions options_;
  CsvScanner scanner_;
  MutableBuffer bytes_ = MutableBuffer::zeroed(field_room);  // as a chunk has them
  std::size_t scanned_ = 0;         // bytes of the text that scanner_ has seen
  std::size_t record_start_ = 0;    // in the text
  std::size_t longest_record_ = 0;  // of those that begin in front of the 64 bytes where they end
  std::uint64_t line_ends_ = 0, line_breaks_ = 0;  // in what is scanned
  std::uint64_t first_line_ = 1, number_ = 0;
  bool started_ = false, ended_ = false;
};

}  // namespace gyre
