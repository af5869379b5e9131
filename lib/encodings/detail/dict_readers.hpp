#pragma once

#include "array/column.hpp"
#include "array/reader.hpp"

namespace gyre {

/// The codes of a dictionary, checked: where a row is valid its code is below `values`.
class CodeReader {
 public:
  CodeReader(ReaderRef codes, Column values, ReadContext& context);

  std::uint64_t rows() const { return codes_->rows(); }
  const Column& values() const { return values_; }
  bool all_valid() const { return codes_->all_valid() && values_.validity.empty(); }

  /// out[i] = code of row rows.first + i; 0 where that is null. `known`, if given, tells which rows have a code that is
  /// not null; there must be values for any row to be so.
  Result<void> read(RowRange rows, std::uint32_t* out, TileMask* known = nullptr);
  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, std::uint32_t* out,
                      TileMask* known = nullptr);

  Result<void> validity(RowRange rows, TileMask& valid);
  Result<void> gather_validity(std::uint64_t base, std::span<const std::uint32_t> rows, TileMask& valid);

 private:
  template <class ReadWords, class ReadValidity>
  Result<void> read_codes(std::uint64_t count, ReadWords&& read_words, ReadValidity&& read_validity, std::uint32_t* out,
                          TileMask* known);
  /// Drops the rows whose value is null.
  void drop_null_values(const std::uint32_t* codes, TileMask& known) const;

  ReaderRef codes_;
  Column values_;
  ReadContext& context_;
};

/// A reader for the shape that the values have.
Result<ReaderRef> make_dict_reader_for(CodeReader codes, ReadContext& context);

}  // namespace gyre
