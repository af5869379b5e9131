#include "text/text_values.hpp"

namespace gyre {

Result<void> TextValues::merge(const TextValues& other) {
  for (const auto& [column, guess] : other.fields) fields[column].merge(guess);
  records.merge(other.records);
  is_all &= other.is_all;
  if (records.key_count() > JsonGuess::most_keys)
    return fail(Code::corrupt, "more than {} different keys", JsonGuess::most_keys);
  return {};
}

}  // namespace gyre
