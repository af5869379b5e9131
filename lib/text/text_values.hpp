#pragma once

#include <functional>
#include <map>
#include <string>

#include "base/result.hpp"
#include "text/detail/json_guess.hpp"
#include "text/type_guess.hpp"

namespace gyre {

/// What is known of the values of one text or several, from which types are guessed.
struct TextValues {
  std::map<std::string, TypeGuess, std::less<>> fields;  ///< of delimited text, by column
  JsonGuess records;                                     ///< of NDJSON
  bool is_all = true;  ///< there are no more values than those looked at

  /// Both sets of values.
  /// Errors   Code::corrupt: more keys in records than one text may have
  Result<void> merge(const TextValues& other);
};

}  // namespace gyre
