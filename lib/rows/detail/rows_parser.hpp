#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "array/batch_source.hpp"
#include "base/result.hpp"
#include "rows/detail/field_reader.hpp"
#include "rows/row_schema.hpp"

namespace gyre {

/// How many bytes the first row takes with its prefix; nothing where `bytes` end before it does.
inline std::optional<std::size_t> row_size(std::string_view bytes) {
  if (bytes.size() < sizeof(std::uint16_t)) return std::nullopt;
  const std::size_t size = sizeof(std::uint16_t) + load<std::uint16_t>(bytes.data());
  return size <= bytes.size() ? std::optional(size) : std::nullopt;
}

/// What is wrong where a row ends early; `bytes` are what there is of it.
std::string early_end(std::string_view bytes);

/// A row that cannot be read.
struct RowFault {
  std::uint64_t row;  ///< from 0 on
  std::size_t byte;   ///< of their bytes
  std::string what;
};

/// Columns that rows are parsed into.
class RowsParser {
 public:
  /// columns   of the schema that are wanted, in this order; `dtype` is a struct of them
  RowsParser(const RowSchema& schema, std::span<const std::size_t> columns, DType dtype);

  /// Appends whole rows and hands over batches whose memory stays in bounds, whatever the schema is; the last rows wait.
  /// False: no more are wanted. After that, a fault or an error the parser is of no further use.
  Result<bool> add(std::string_view bytes, const BatchTaker& take, std::optional<RowFault>& fault);
  /// Hands over what waits.
  Result<bool> flush(const BatchTaker& take);

 private:
  bool is_full() const;

  DType dtype_;
  MessageReader row_;
  std::vector<std::size_t> order_;  // of the row's columns
  RowParse parse_;
  std::uint64_t rows_ = 0;   // that wait
  std::uint64_t bytes_ = 0;  // of them
};

}  // namespace gyre
