#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/csv_options.hpp"
#include "text/detail/csv_scanner.hpp"

namespace gyre {

/// Up to 1,024 records of some text: where their fields begin and end. Fields stand as in the text, quotes and all.
class CsvRecords {
 public:
  static constexpr std::size_t most_rows = 1024;

  /// The fields of one column, top down.
  class Fields {
   public:
    std::string_view operator[](std::size_t row) const {
      const auto first = begins_[row * begin_stride_] + behind_separator_;
      return {text_ + first, ends_[row * stride_] - first};
    }

   private:
    friend class CsvRecords;
    const char* text_;
    const std::uint32_t *begins_, *ends_;
    std::size_t begin_stride_, stride_;
    std::uint32_t behind_separator_;
  };

  std::size_t rows() const { return rows_; }
  /// Whether any field so far may have quotes.
  bool has_quotes() const { return has_quotes_; }
  Fields column(std::size_t column) const;
  /// A record as it stands, without its line end.
  std::string_view record(std::size_t row) const;
  /// Takes rows out, which are given in rising order.
  void drop(std::span<const std::size_t> rows);
  /// Takes the first rows out.
  void drop_front(std::size_t rows) {
    first_ += rows;
    rows_ -= rows;
  }

 private:
  friend class CsvTokenizer;

  std::string_view text_;
  std::size_t first_ = 0, rows_ = 0, columns_ = 0;  // of starts_ and ends_
  bool has_quotes_ = false;
  std::vector<std::uint32_t> starts_;  // of each record
  std::vector<std::uint32_t> ends_;    // of each field, record by record
};

/// A record with a wrong number of fields.
struct RaggedRecord {
  std::size_t start, end;  ///< in the text, without its line end
  std::uint64_t fields;
};

/// Takes whole records apart, as RFC 4180 has them, a block of rows at a time.
///
/// CRLF, LF and CR end a record; the last may go without. An empty line is a record of one empty field where there is one
/// column, and nothing where there are more.
class CsvTokenizer {
 public:
  CsvTokenizer(const CsvOptions& options, std::size_t columns);

  /// `text` begins and ends with a record, has less than 4 GiB, stays where it is, and 64 bytes on both sides may be read.
  void start(std::string_view text);
  /// The next records; none at the end.
  std::expected<void, RaggedRecord> next(CsvRecords& records);
  /// Records of this text left out so far, for Ragged::skip or TextOptions::skip_bad.
  const std::vector<RaggedRecord>& skipped() const { return skipped_; }

 private:
  bool load_block(CsvRecords& records);
  bool take_whole_block(CsvRecords& records);
  std::optional<RaggedRecord> close_record(CsvRecords& records, std::size_t at);

  CsvOptions options_;
  std::size_t columns_;
  CsvScanner scanner_;
  std::string_view text_;
  CsvScanner::Masks masks_;
  std::size_t block_ = 0, blocks_ = 0;            // of masks_: the next one, and how many there are
  std::size_t scanned_ = 0;                       // bytes of text_
  std::size_t base_ = 0;                          // where the current block begins
  std::uint64_t separators_ = 0, line_ends_ = 0;  // of the current block, not taken yet
  std::size_t record_start_ = 0;
  std::uint64_t field_ = 0;  // fields closed in this record
  std::size_t ends_ = 0;     // used of the records' ends
  std::vector<RaggedRecord> skipped_;
};

/// Room that a text in scratch has on both sides, as one in a chunk has.
inline constexpr std::size_t scratch_room = 16;

/// What a field says that begins with a quote: without quotes, doubled ones single, in `scratch` with scratch_room
/// where that differs from the text. Nothing where something stands behind the closing quote.
std::optional<std::string_view> unquote(std::string_view field, char quote, std::string& scratch);

/// The fields of the first record of `text` that is no empty line, in which 64 bytes behind the end may be read; as
/// they stand. None where there is no such record.
std::vector<std::string_view> first_record(std::string_view text, const CsvOptions& options);

}  // namespace gyre
