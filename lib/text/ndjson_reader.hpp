#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "text/detail/guessed_source.hpp"
#include "text/detail/json_column.hpp"
#include "text/detail/json_guess.hpp"
#include "text/text_options.hpp"

namespace gyre {

/// What is known of the types of NDJSON records.
struct NdjsonGuess {
  JsonGuess record;
  std::size_t keys = 0;  ///< of all objects
};

/// One JSON object a line as rows: a column for each key, in order of their first appearance, null where a record lacks
/// it. All columns are nullable, empty lines are passed over. Objects become structs and arrays lists; what is mixed
/// becomes text, and so does what would lose digits as a number. Of texts only dates and timestamps are more than text.
///
/// A job's errors all name the line, and the column where there is one: corrupt for text that is no UTF-8, lines that are
/// no JSON object, are nested too deep or have a key twice; invalid_argument for values that do not fit.
///
/// Types are guessed, and guessed again, as by CsvSource; a key that the sample did not have counts as a value that does
/// not fit. TextOptions::types name columns, those without a key in the sample too. The decimal mark is a point. Beside
/// other texts there is a column for each key of theirs too.
class NdjsonSource final : public GuessedSource<NdjsonGuess> {
 public:
  /// Reads the sample. `input` stands at its front.
  /// Errors: of the input; invalid_argument for types of columns that are nowhere in the text; unsupported for types
  /// without text form; corrupt where there is no key at all
  static Result<std::unique_ptr<NdjsonSource>> open(std::unique_ptr<ByteInput> input,
                                                    TextOptions options);

  /// Whether there is a JSON form of this type that can be read.
  static bool can_read(const DType& dtype);

  void prepare(unsigned workers) override;

  TextValues values() const override;
  /// The schema that a text has beside others, given the values of all.
  /// Errors   Code::invalid_argument: a type is given for a column that none of them has; Code::corrupt: there is no key
  static Result<DType> schema_beside(const TextOptions& options, const TextValues& all);

 private:
  using Record = std::unique_ptr<JsonColumn>;
  struct Worker {
    Record rows;
    Record probe;  // that takes a look before, where what cannot be read is to be left out
  };

  NdjsonSource(std::unique_ptr<ByteInput> input, TextOptions options);

  void guess(const CsvChunk& chunk, std::uint64_t rows, NdjsonGuess& guesses) const override;
  NdjsonGuess no_guesses() const override;
  Result<void> choose_types() override;
  void forget_workers() override;
  Result<std::vector<Batch>> parse(const CsvChunk& chunk, unsigned number) override;

  std::unexpected<Error> faulty(const CsvChunk& chunk, const JsonFault& fault);

  TextOptions options_;
  JsonType type_;  // of a record
  std::vector<Worker> workers_;
};

}  // namespace gyre
