#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/text_options.hpp"

namespace gyre {

/// What becomes of a record that has another number of fields than the header.
enum class Ragged : std::uint8_t {
  refuse,  ///< an error that names its line
  pad,     ///< missing fields are null; too many are an error
  skip,    ///< it is left out, and counted
};

/// How delimited text is read.
struct CsvOptions : TextOptions {
  char delimiter = ',';
  /// Take guess_delimiter's word instead.
  bool guess_delimiter = false;
  /// Opens and closes a field; doubled inside it stands for itself. Nothing: no character is special.
  std::optional<char> quote = '"';
  /// The first record names the columns; else they are column0, column1, …
  bool header = true;
  /// Bare fields that mean null, besides the empty one.
  std::vector<std::string> null_words;
  Ragged ragged = Ragged::refuse;
};

/// Errors invalid_argument where the characters clash or a number is out of range.
Result<void> check(const CsvOptions& options);

/// Which of , ; tab | takes the first records of a text apart into the same number of fields, more than one; of several
/// the one that makes most fields, of those the first. A comma where none does.
char guess_delimiter(std::string_view front, std::optional<char> quote);

}  // namespace gyre
