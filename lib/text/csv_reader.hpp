#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "text/csv_options.hpp"
#include "text/csv_tokenizer.hpp"
#include "text/detail/csv_column.hpp"
#include "text/detail/guessed_source.hpp"
#include "text/type_guess.hpp"

namespace gyre {

/// Delimited text as rows. All columns are nullable.
///
/// next_job cuts the input into chunks of whole records; a job takes one chunk apart and parses it, into one batch or
/// none. Batches depend on the text and the options alone, whatever the number of workers or the size of blocks. A job's
/// errors all name the line: corrupt for text that is no UTF-8, ragged records, text behind a closing quote;
/// invalid_argument for values that do not fit.
///
/// Types that are not given are guessed from the first records (TextOptions::sample_rows). A later value that does not
/// fit fails its job with a message that says what would. If the input can be read twice, wants_restart is true from then
/// on: restart() widens the type, and all rows have to be read again. A second restart looks at the whole input first,
/// so there is no third. A column without any value in the sample counts as too narrow once a value comes.
class CsvSource final : public GuessedSource<std::vector<TypeGuess>> {
 public:
  /// Reads the header and the sample. `input` stands at its front.
  /// Errors: of the input and of CsvSplitter; invalid_argument for options that clash, types for columns that are not
  /// there; unsupported for types without text form; corrupt for a header that cannot be read, or none.
  static Result<std::unique_ptr<CsvSource>> open(std::unique_ptr<ByteInput> input,
                                                 CsvOptions options);

  /// Whether there is a text form of this type that can be read.
  static bool can_read(const DType& dtype);

  void prepare(unsigned workers) override;

  TextValues values() const override;
  /// The schema that a text has beside others, given the one it has alone and the values of all.
  static DType schema_beside(const DType& alone, const TextValues& all);

  /// Records left out so far, for Ragged::skip or TextOptions::skip_bad.
  std::uint64_t skipped_records() const { return skipped_; }

 private:
  struct Worker {
    CsvTokenizer tokenizer;
    CsvRecords records;
    std::vector<std::unique_ptr<CsvColumn>> columns;
    std::vector<std::unique_ptr<CsvColumn>> probes;  // that take a look before the columns do
  };
  struct Misfit {
    std::size_t column;
    CsvMisfit misfit;
  };

  CsvSource(std::unique_ptr<ByteInput> input, CsvOptions options);

  Result<void> read_front() override;
  void guess(const CsvChunk& chunk, std::uint64_t rows,
             std::vector<TypeGuess>& guesses) const override;
  std::vector<TypeGuess> no_guesses() const override;
  Result<void> choose_types() override;
  void forget_workers() override;
  Result<std::vector<Batch>> parse(const CsvChunk& chunk, unsigned number) override;

  Result<void> set_names(const CsvChunk& chunk, const std::vector<std::string_view>& fields);
  Result<void> apply_types();
  Result<std::vector<std::unique_ptr<CsvColumn>>> make_columns() const;
  Result<Worker*> worker(unsigned number);
  /// Takes the records out of a block that cannot be read.
  Result<void> drop_refused(const CsvChunk& chunk, bool is_utf8, Worker& worker,
                            std::vector<std::string_view>& refused);
  std::unexpected<Error> misfit(const CsvChunk& chunk, const CsvRecords& records,
                                const Misfit& found);

  CsvOptions options_;
  std::vector<std::string> names_;
  std::vector<std::optional<DType>> given_;  // types by column
  std::vector<CsvColumnType> types_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::atomic<std::uint64_t> skipped_ = 0;
};

}  // namespace gyre
