#pragma once

#include <memory>
#include <span>
#include <vector>

#include "array/reader.hpp"
#include "expr/predicate.hpp"

namespace gyre::expr {

/// A node of a predicate, compiled: answers for a tile at a time.
class Step {
 public:
  /// cost   of a row, in rough nanoseconds; what is cheap is asked first
  explicit Step(double cost) : cost_(cost) {}
  virtual ~Step() = default;
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;

  /// Clears the bits of `keep` whose rows are not true.
  virtual Result<void> select(RowRange rows, TileMask& keep) = 0;
  /// Divides the rows of `wanted`: sets exactly the bits of those that are true in `yes`, of those that are false in `no`.
  virtual Result<void> divide(RowRange rows, const TileMask& wanted, TileMask& yes,
                              TileMask& no) = 0;

  double cost() const { return cost_; }

 private:
  double cost_;
};
using StepRef = std::unique_ptr<Step>;

/// A step whose nulls are known without its values.
class LeafStep : public Step {
 public:
  using Step::Step;
  Result<void> select(RowRange rows, TileMask& keep) final;
  Result<void> divide(RowRange rows, const TileMask& wanted, TileMask& yes, TileMask& no) final;

 protected:
  /// Clears the bits of rows that are null. Default: there are none.
  virtual Result<void> drop_nulls(RowRange rows, TileMask& keep);
  /// Clears the bits of rows that are false; at least one is set, and none is null.
  virtual Result<void> test(RowRange rows, TileMask& keep) = 0;
};

/// Clears the bits of rows that are null in a column.
Result<void> keep_valid(Reader& reader, RowRange rows, TileMask& keep);

StepRef constant_step(std::optional<bool> value);
/// A step that fails whenever it is asked.
StepRef failing_step(Error error);

/// Steps for the leaves of a predicate. Readers have values: they are no NullReaders.
StepRef numbers_step(const InNumbers& leaf, const BoundColumn& column, Reader& reader,
                     ReadContext& context);
StepRef texts_step(const InTexts& leaf, const BoundColumn& column, Reader& reader,
                   ReadContext& context);
StepRef compare_step(Comparison comparison, const BoundColumn& left, Reader& left_reader,
                     const BoundColumn& right, Reader& right_reader, ReadContext& context);

/// Whether a reader's values can be those of a column.
Result<void> check_shape(const BoundColumn& column, const Reader& reader);

}  // namespace gyre::expr
