#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "dtype/dtype.hpp"
#include "text/time_form.hpp"

namespace gyre {

class RefusedRecords;
struct TextValues;

/// How any text becomes rows.
struct TextOptions {
  /// Types by column name, instead of guesses. A later entry for the same column wins.
  std::vector<std::pair<std::string, DType>> types;
  /// No guesses: columns without a type of their own are utf8.
  bool all_text = false;
  /// Records that guesses are made from; nothing: all, where the input can be read twice.
  std::optional<std::uint64_t> sample_rows = 65'536;
  /// Values of other texts that are one table with this one: guessed types hold them as well. Null: there are no others.
  std::shared_ptr<const TextValues> others = nullptr;
  /// Stands before the fraction of floats and decimals.
  char decimal_mark = '.';
  /// How dates and timestamps are written.
  TimeForms times;
  /// Records that cannot be read are left out instead of being errors. Where the input can be read twice, guessed types
  /// are made wider first.
  bool skip_bad = false;
  /// Takes the records that are left out; outlives the source.
  RefusedRecords* refused = nullptr;
  /// What it knows the first chunk of this text as, where it has been started and there were other texts before.
  std::optional<std::uint64_t> refused_from = std::nullopt;

  /// Bytes asked of the input at a time. Changes no result.
  std::size_t block_size = std::size_t{256} << 10;
  /// A batch ends with this many line ends outside of quotes, or with the first one past this many bytes.
  std::uint64_t rows_per_batch = 65'536;
  std::size_t bytes_per_batch = std::size_t{16} << 20;
  /// A longer record is an error: more likely its quote is never closed. At least 64.
  std::size_t record_limit = std::size_t{256} << 20;
};

/// Errors invalid_argument where a number is out of range.
Result<void> check(const TextOptions& options);

}  // namespace gyre
