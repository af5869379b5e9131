#pragma once

#include <cstdint>
#include <span>

#include "array/array.hpp"
#include "array/reader.hpp"

namespace gyre {

/// An integer type by its number in metadata.
/// Errors   Code::corrupt: no such type, or a float; `what` names it
Result<PType> index_ptype(std::uint64_t number, std::string_view what);

/// A child of non-null integers that says where things are (offsets, sizes, codes, run ends), read
/// as 64-bit numbers whatever its type. Negative ones come out huge, so one check against a bound
/// refuses both.
class IndexReader {
 public:
  /// `child` is a primitive array of an integer type.
  static Result<IndexReader> make(const ArrayRef& child, ReadContext& context);
  /// Of a child whose reader there is already; of its nulls, it gives any number.
  static Result<IndexReader> make(ReaderRef reader, const Array& child, ReadContext& context);
  /// Of a reader of integers of type `ptype`; `what` names them.
  static Result<IndexReader> make(ReaderRef reader, PType ptype, std::string_view what,
                                  ReadContext& context);

  std::uint64_t rows() const { return reader_->rows(); }
  /// out[i] = value of row rows.first + i; at most 1,024 rows. Writes no more than there are rows.
  Result<void> read(RowRange rows, std::uint64_t* out);
  /// The same for rows first .. last and the one behind: the bounds of at most 1,024 things that
  /// touch.
  Result<void> read_bounds(RowRange rows, std::uint64_t* out);
  /// out[i] = value of row base + rows[i], rising; at most 1,024.
  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, std::uint64_t* out);

 private:
  IndexReader(ReaderRef reader, bool is_signed, ReadContext& context)
      : reader_(std::move(reader)), signed_(is_signed), context_(&context) {}
  template <Word W>
  void widen(const W* from, std::uint64_t count, std::uint64_t* out) const;

  ReaderRef reader_;
  bool signed_;
  ReadContext* context_;
};

}  // namespace gyre
