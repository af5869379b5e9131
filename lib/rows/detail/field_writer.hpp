#pragma once

#include <memory>
#include <span>
#include <vector>

#include "array/column.hpp"
#include "rows/detail/row_buffer.hpp"
#include "rows/row_schema.hpp"

namespace gyre {

/// Writes one field of a message. After each value the buffer may be over-full, and then what follows is left out.
class FieldWriter {
 public:
  virtual ~FieldWriter() = default;
  /// The field with its tag; nothing where the row is null, or a list is empty.
  virtual void put(RowBuffer& out, const Column& column, std::uint64_t row) const = 0;
  /// The value alone, as packed lists have it.
  virtual void put_value(RowBuffer& out, const Column& column, std::uint64_t row) const = 0;
};

/// number   instead of the field's own, for elements
std::unique_ptr<FieldWriter> make_field_writer(const RowField& field, unsigned number);

/// The fields of a message.
class MessageWriter {
 public:
  explicit MessageWriter(std::span<const RowField> fields);
  void put(RowBuffer& out, std::span<const Column> columns, std::uint64_t row) const;

 private:
  std::vector<std::unique_ptr<FieldWriter>> fields_;
};

}  // namespace gyre
