#pragma once

#include <memory>

#include "array/column.hpp"
#include "array/reader.hpp"

namespace gyre {

/// Writes the surviving rows of one column into final memory.
class ColumnSink {
 public:
  virtual ~ColumnSink() = default;

  /// Rows of one tile: all of them, or those whose bit is set in `mask` (bit 0 is rows.first).
  virtual Result<void> append(Reader& reader, RowRange rows, const TileMask* mask) = 0;
  /// Single rows base + rows[i], rising; any number of them.
  virtual Result<void> gather(Reader& reader, std::uint64_t base,
                              std::span<const std::uint32_t> rows) = 0;

  virtual std::uint64_t rows() const = 0;
  /// Bytes so far, roughly.
  virtual std::uint64_t size_bytes() const = 0;
  /// The column so far; the sink starts afresh.
  virtual Result<Column> finish() = 0;
};

/// A sink for values of `dtype`; `context` lends scratch. Readers handed in may store decimals at other widths.
std::unique_ptr<ColumnSink> make_column_sink(const DType& dtype, ReadContext& context);

/// Rows of a reader as a plain column.
Result<Column> read_column(Reader& reader, const DType& dtype, RowRange rows, ReadContext& context);

/// A plain column as a reader: what filters and encoders' tests use. `column` outlives it.
ReaderRef reader_of(const Column& column, ReadContext& context);

}  // namespace gyre
