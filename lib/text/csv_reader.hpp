#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "array/batch_source.hpp"
#include "base/byte_input.hpp"
#include "base/result.hpp"
#include "text/csv_options.hpp"
#include "text/csv_splitter.hpp"
#include "text/csv_tokenizer.hpp"
#include "text/detail/csv_column.hpp"
#include "text/type_guess.hpp"

namespace gyre {

/// Delimited text as rows. All columns are nullable.
///
/// next_job cuts the input into chunks of whole records; a job takes one chunk apart and parses it, into one batch or
/// none. Batches depend on the text and the options alone, whatever the number of workers or the size of blocks.
///
/// Types that are not given are guessed from the first records (CsvOptions::sample_rows). A later value that does not
/// fit fails its job with a message that says what would. If the input can be read twice, wants_restart is true from then
/// on: restart() widens the type, and all rows have to be read again. A second restart looks at the whole input first,
/// so there is no third. A column without any value in the sample counts as too narrow once a value comes.
class CsvSource final : public BatchSource {
 public:
  /// Reads the header and the sample. `input` stands at its front.
  /// Errors: of the input and of CsvSplitter; invalid_argument for options that clash, types for columns that are not
  /// there; unsupported for types without text form; corrupt for a header that cannot be read, or none.
  static Result<std::unique_ptr<CsvSource>> open(std::unique_ptr<ByteInput> input,
                                                 CsvOptions options);

  const DType& schema() const override { return schema_; }
  void prepare(unsigned workers) override;
  /// A job's errors: corrupt for text that is no UTF-8, ragged records, text behind a closing quote; invalid_argument for
  /// values that do not fit. All name the line.
  Result<std::optional<BatchJob>> next_job() override;
  Result<void> restart() override;
  bool wants_restart() const override;

  /// What types were guessed from, by column name; of columns whose type was given nothing.
  std::vector<std::pair<std::string, TypeGuess>> guesses() const;

  /// Records left out so far for Ragged::skip.
  std::uint64_t skipped_records() const { return skipped_; }

 private:
  struct Worker {
    CsvTokenizer tokenizer;
    CsvRecords records;
    std::vector<std::unique_ptr<CsvColumn>> columns;
  };
  /// What to guess from once a value did not fit.
  struct Widened {
    std::uint64_t chunk;
    std::vector<TypeGuess> guesses;
  };

  CsvSource(std::unique_ptr<ByteInput> input, CsvOptions options);

  Result<void> begin();
  Result<void> read_names();
  Result<void> set_names(const CsvChunk& chunk, const std::vector<std::string_view>& fields);
  Result<void> apply_types();
  void forget_guesses();
  Result<void> sample();
  Result<void> look_at_all();
  Result<void> choose_types();
  Result<std::optional<CsvChunk>> next_chunk();
  bool guesses_any() const;

  /// Adds the values of at most `rows` records; ends early at a ragged one.
  void guess(const CsvChunk& chunk, std::uint64_t rows, std::vector<TypeGuess>& guesses) const;
  Result<std::vector<Batch>> parse(const CsvChunk& chunk, Worker& worker);
  std::unexpected<Error> misfit(const CsvChunk& chunk, const CsvRecords& records,
                                std::size_t column, const CsvMisfit& misfit);
  void widen(const CsvChunk& chunk);
  Result<void> check_utf8(const CsvChunk& chunk) const;
  /// "FILE: line N", where a byte of a chunk stands.
  std::string place(const CsvChunk& chunk, std::size_t offset) const;

  std::unique_ptr<ByteInput> input_;
  CsvOptions options_;
  std::vector<std::string> names_;
  std::vector<std::optional<DType>> given_;  // types by column
  std::vector<TypeGuess> guesses_;           // by column, of those without
  std::vector<CsvColumnType> types_;
  DType schema_;

  std::optional<CsvSplitter> splitter_;
  std::deque<CsvChunk> waiting_;  // read for the sample, to be parsed yet
  std::vector<std::unique_ptr<Worker>> workers_;
  bool seen_all_ = false;  // the guesses come from the whole input
  unsigned widenings_ = 0;
  std::atomic<std::uint64_t> skipped_ = 0;

  mutable std::mutex mutex_;
  std::optional<Widened> widened_;  // of the first chunk that asked for it
};

}  // namespace gyre
