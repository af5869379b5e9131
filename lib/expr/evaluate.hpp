#pragma once

#include <memory>
#include <span>

#include "array/reader.hpp"
#include "expr/predicate.hpp"

namespace gyre::expr {

class Step;

/// A predicate compiled for the readers of a split. Belongs to one worker, as its readers do.
class Evaluator {
 public:
  /// columns   columns[i] gives the rows of predicate.columns()[i]; in a struct that is null the field is null too. A
  ///           NullReader is a column of nulls, whatever its type; decimals may be stored at any width
  /// context   the readers' own, with `plain` as it will be; outlives the evaluator, as the readers do
  Evaluator(const Predicate& predicate, std::span<Reader* const> columns, ReadContext& context);
  ~Evaluator();
  Evaluator(Evaluator&&) noexcept;

  /// Clears the bits of `keep` whose rows are not true; bit 0 is rows.first, and bits already clear are not looked at.
  ///
  /// rows     at most 1,024, a tile of the readers at best
  /// Errors   what the readers report; Code::corrupt: a reader whose values cannot be of the column's type
  Result<void> evaluate(RowRange rows, TileMask& keep);

 private:
  Predicate predicate_;
  std::unique_ptr<Step> root_;
};

}  // namespace gyre::expr
