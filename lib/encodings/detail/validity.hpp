#pragma once

#include <utility>

#include "array/array.hpp"
#include "array/encoding.hpp"
#include "array/reader.hpp"

namespace gyre {

/// Which rows are valid, by the validity child of an array: what ArrayParts::validity opened, or
/// null for all.
class ValidityReader {
 public:
  /// All rows are valid.
  ValidityReader() = default;
  /// `child` holds non-null bools, true where a row is valid; a null reference means that all are.
  static Result<ValidityReader> make(const ArrayRef& child, ReadContext& context);

  bool all_valid() const { return !mask_; }
  /// Sets exactly the bits of the valid rows; bit 0 is rows.first.
  Result<void> read(RowRange rows, TileMask& valid);
  /// Drops the null rows from `mask`.
  Result<void> narrow(RowRange rows, TileMask& mask);
  /// The reader of the child; null where all rows are valid.
  ReaderRef take() && { return std::move(mask_); }

 private:
  std::unique_ptr<MaskReader> mask_;
};

/// A reader of class Base whose nulls stand in a validity child.
template <class Base>
class Nullable : public Base {
 public:
  template <class... Args>
  explicit Nullable(ValidityReader validity, Args&&... args)
      : Base(std::forward<Args>(args)...), validity_(std::move(validity)) {}

  Result<void> validity(RowRange rows, TileMask& valid) override {
    return validity_.read(rows, valid);
  }
  bool all_valid() const override { return validity_.all_valid(); }

 protected:
  /// Drops the null rows from `mask`.
  Result<void> keep_valid(RowRange rows, TileMask& mask) { return validity_.narrow(rows, mask); }

 private:
  ValidityReader validity_;
};

/// Appends the validity child of a column that is about to be stored, if it has nulls.
void append_validity(EncodedArray& array, const Column& plain);
/// Bytes that append_validity adds.
std::uint64_t validity_bytes(const Column& plain);

}  // namespace gyre
