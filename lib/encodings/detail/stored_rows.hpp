#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "array/reader.hpp"
#include "encodings/detail/once.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

/// Valid rows before each tile of an array, and of all tiles at the end.
struct ValidCounts {
  /// Most rows that are counted: eight bytes for each 1,024 of them.
  static constexpr std::uint64_t most_rows = std::uint64_t{1} << 32;
  std::vector<std::uint64_t> before;

  /// Errors   Code::unsupported: over most_rows
  static Result<ValidCounts> read(ValidityReader& validity, std::uint64_t rows,
                                  std::string_view what);
};

/// Which value belongs to which row, in an array that stores those of its valid rows alone.
class StoredRows {
 public:
  /// `values` are stored; `counts` belongs to the array, which lives as long. Where there is no validity, open has checked
  /// that there is a value for each row.
  StoredRows(ValidityReader validity, const Array& array, std::uint64_t values,
             const Once<ValidCounts>& counts)
      : validity_(std::move(validity)), array_(&array), values_(values), once_(&counts) {}

  bool all_valid() const { return validity_.all_valid(); }
  Result<void> validity(RowRange rows, TileMask& valid) { return validity_.read(rows, valid); }

  /// The value of the first valid row among `rows`, whose bits in `valid` tell which are; the others follow.
  /// Errors   Code::corrupt: more or fewer valid rows than values
  Result<std::uint64_t> find(RowRange rows, TileMask& valid);

  /// Calls `body(i, value)`, which gives a Result<void>, for each row base + rows[i] that is valid; rows rise.
  template <class Body>
  Result<void> match(std::uint64_t base, std::span<const std::uint32_t> rows, Body&& body) {
    return for_each_tile(base, rows,
                         [&](RowRange span, std::size_t first, std::size_t count) -> Result<void> {
                           TileMask valid;
                           const auto value = GYRE_TRY(find(span, valid));
                           for (auto i = first; i < first + count; ++i) {
                             const auto row = base + rows[i] - span.first;
                             if (valid.at(row)) GYRE_TRY(body(i, value + count_before(valid, row)));
                           }
                           return {};
                         });
  }

 private:
  static std::uint64_t count_before(const TileMask& mask, std::uint64_t row);

  ValidityReader validity_;
  const Array* array_;
  std::uint64_t values_;
  const Once<ValidCounts>* once_;
  std::shared_ptr<const ValidCounts> counts_;
};

}  // namespace gyre
