#pragma once

#include <utility>

#include "encodings/detail/validity.hpp"

namespace gyre {

/// Lists whose elements are a child; those of null rows are none.
class ElementLists : public Nullable<ListReader> {
 public:
  ElementLists(ValidityReader validity, std::uint64_t rows, ReaderRef elements)
      : Nullable(std::move(validity), rows), elements_(std::move(elements)) {}

  Reader& elements() final { return *elements_; }
  std::uint64_t element_rows() const final { return elements_->rows(); }

 protected:
  /// out[i] = `range_of(i)`, which gives a Result<RowRange>, where row rows.first + i is not null.
  template <class RangeOf>
  Result<void> fill_ranges(RowRange rows, RowRange* out, RangeOf&& range_of) {
    auto valid = TileMask::all(rows.size());
    GYRE_TRY(keep_valid(rows, valid));
    for (std::uint64_t i = 0; i < rows.size(); ++i)
      out[i] = valid.at(i) ? GYRE_TRY(range_of(i)) : RowRange{};
    return {};
  }

 private:
  ReaderRef elements_;
};

}  // namespace gyre
