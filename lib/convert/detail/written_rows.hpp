#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "array/batch_source.hpp"
#include "text/value_writer.hpp"

namespace gyre {

/// The rows of something that was written, read in order and compared with those it was made of.
class WrittenRows {
 public:
  /// `source` lives longer.
  /// text   how values are written, if they are text that holds less than they do (no types, in JSON no NaN): then those
  ///        are the same which are the same text. Nothing: types and values are compared as they are
  WrittenRows(BatchSource& source, unsigned threads, std::optional<TextStyle> text);

  /// These are the next rows.
  /// Errors   Code::corrupt: "row 17: column b is 3, expected 4"; of the source
  Result<void> check(const Batch& expected);
  /// There are no more rows.
  Result<void> check_end(const DType& expected);

 private:
  /// How a column is compared.
  struct Comparison {
    bool same_type;
    bool is_raw;  // what is read is what is written, not a value of that
    std::unique_ptr<ValueWriter> expected, written;
  };

  Result<void> check_schema(const DType& expected);
  Result<void> check_types(const DType& expected) const;
  /// Rows that are there; 0 at the end.
  Result<std::uint64_t> some();
  bool is_same(const Comparison& how, const Column& written, std::uint64_t row,
               const Column& expected, std::uint64_t expected_row) const;

  BatchSource& source_;
  std::optional<TextStyle> text_;
  std::vector<Comparison> columns_;
  bool checked_schema_ = false;
  std::deque<Batch> batches_;
  std::uint64_t first_ = 0;  // of the first batch, to be compared
  std::uint64_t rows_ = 0;   // compared
};

}  // namespace gyre
