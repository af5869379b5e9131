#pragma once

#include <memory>
#include <span>

#include "array/column_builder.hpp"
#include "array/column_sink.hpp"

namespace gyre::detail {

/// What all sinks have in common: which rows, which of them are null. The kinds add the values.
class Sink : public ColumnSink {
 public:
  Sink(DType dtype, ReadContext& context) : dtype_(std::move(dtype)), context_(context) {}

  Result<void> append(Reader& reader, RowRange rows, const TileMask* mask) final;
  Result<void> gather(Reader& reader, std::uint64_t base,
                      std::span<const std::uint32_t> rows) final;
  /// Rows that no reader gives. Where the type has no nulls they are zeros, empty texts, false.
  Result<void> append_nulls(std::uint64_t rows);

  std::uint64_t rows() const final { return validity_.rows(); }
  std::uint64_t size_bytes() const final { return validity_.size_bytes() + value_bytes(); }
  Result<Column> finish() final;

 protected:
  /// Errors   Code::unsupported: with so many bytes more this would be too much
  Result<void> check_room(std::uint64_t more_bytes) const;
  /// Values of all rows of a tile. `valid` tells of each row whether it is not null.
  virtual Result<void> add_tile(Reader& reader, RowRange rows, const TileMask& valid) = 0;
  /// Values of the `count` rows whose bit in `mask` is set; bit i of `valid` is of the i-th of
  /// them.
  virtual Result<void> add_masked(Reader& reader, RowRange rows, const TileMask& mask,
                                  std::uint64_t count, const TileMask& valid) = 0;
  /// Values of at most 1,024 single rows.
  virtual Result<void> add_single(Reader& reader, std::uint64_t base,
                                  std::span<const std::uint32_t> rows, const TileMask& valid) = 0;
  /// Values that stand for nothing.
  virtual Result<void> add_filler(std::uint64_t rows) = 0;
  virtual std::uint64_t value_bytes() const = 0;
  /// Moves buffers and children into `column`.
  virtual Result<void> finish_values(Column& column) = 0;

  const DType& dtype() const { return dtype_; }
  ReadContext& context() const { return context_; }

 private:
  DType dtype_;
  ReadContext& context_;
  ValidityBuilder validity_;
};

std::unique_ptr<Sink> make_sink(const DType& dtype, ReadContext& context);
/// A sink of structs, lists of any kind or maps.
std::unique_ptr<Sink> make_nested_sink(const DType& dtype, ReadContext& context);

}  // namespace gyre::detail
