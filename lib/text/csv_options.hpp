#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "dtype/dtype.hpp"
#include "text/type_guess.hpp"

namespace gyre {

/// What becomes of a record that has another number of fields than the header.
enum class Ragged : std::uint8_t {
  refuse,  ///< an error that names its line
  pad,     ///< missing fields are null; too many are an error
  skip,    ///< it is left out, and counted
};

/// How delimited text is read.
struct CsvOptions {
  char delimiter = ',';
  /// Opens and closes a field; doubled inside it stands for itself. Nothing: no character is special.
  std::optional<char> quote = '"';
  /// The first record names the columns; else they are column0, column1, …
  bool header = true;
  /// Bare fields that mean null, besides the empty one.
  std::vector<std::string> null_words;
  /// Types by column name, instead of guesses. A later entry for the same column wins.
  std::vector<std::pair<std::string, DType>> types;
  /// Values by column name that guesses have to hold besides those of the sample: what other files of a table hold.
  std::vector<std::pair<std::string, TypeGuess>> other_values;
  /// No guesses: columns without a type of their own are utf8.
  bool all_text = false;
  /// Records that guesses are made from; nothing: all, where the input can be read twice.
  std::optional<std::uint64_t> sample_rows = 65'536;
  /// Stands before the fraction of floats and decimals.
  char decimal_mark = '.';
  Ragged ragged = Ragged::refuse;

  /// Bytes asked of the input at a time. Changes no result.
  std::size_t block_size = std::size_t{256} << 10;
  /// A batch ends with this many line ends outside of quotes, or with the first one past this many bytes.
  std::uint64_t rows_per_batch = 65'536;
  std::size_t bytes_per_batch = std::size_t{16} << 20;
  /// A longer record is an error: more likely its quote is never closed. At least 64.
  std::size_t record_limit = std::size_t{256} << 20;
};

/// Errors invalid_argument where the characters clash or a number is out of range.
Result<void> check(const CsvOptions& options);

}  // namespace gyre
