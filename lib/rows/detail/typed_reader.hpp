#pragma once

#include <fmt/core.h>

#include <utility>

#include "array/column_builder.hpp"
#include "dtype/text.hpp"
#include "rows/detail/field_reader.hpp"

namespace gyre {

inline WireType wire_type_of(ProtoType type) {
  switch (type) {
    case ProtoType::fixed32:
    case ProtoType::sfixed32:
    case ProtoType::float32: return WireType::fixed32;
    case ProtoType::fixed64:
    case ProtoType::sfixed64:
    case ProtoType::float64: return WireType::fixed64;
    case ProtoType::string:
    case ProtoType::bytes:
    case ProtoType::message: return WireType::bytes;
    default: return WireType::varint;
  }
}

/// What readers have in common: a type, the rows that are null, and checks of occurrences.
class TypedReader : public FieldReader {
 public:
  TypedReader(const RowField& field, bool is_strict)
      : dtype_(field.dtype),
        wire_type_(wire_type_of(field.type)),
        is_nullable_(field.dtype.nullable()),
        is_strict_(is_strict) {}

 protected:
  /// The wire type is the field's own, and this occurrence may come.
  bool starts(WireInput& in, WireType type, const std::byte* tag_at) {
    if (type != wire_type_) return wrong_type(in, type, tag_at);
    if (is_present_ && is_strict_)
      return in.fail_at(tag_at, "a field comes twice, as in none of the first rows");
    is_present_ = true;
    return true;
  }
  bool wrong_type(WireInput& in, WireType type, const std::byte* tag_at) const {
    return in.fail_at(tag_at,
                      fmt::format("wire type {}, expected {} for {}", static_cast<unsigned>(type),
                                  static_cast<unsigned>(wire_type_), to_text(dtype_)));
  }
  /// Ends the row: whether it had the field.
  bool take_presence() { return std::exchange(is_present_, false); }

  const DType& dtype() const { return dtype_; }
  bool is_nullable() const { return is_nullable_; }
  WireType wire_type() const { return wire_type_; }

 private:
  DType dtype_;
  WireType wire_type_;
  bool is_nullable_, is_strict_;
  bool is_present_ = false;
};

/// A reader that keeps track of nulls itself.
class NullableReader : public TypedReader {
 public:
  using TypedReader::TypedReader;

  bool commit(WireInput& in) final {
    const bool is_present = take_presence();
    if (!is_present && is_nullable()) {
      append_null();
      return true;
    }
    validity_.append_valid(1);
    return put(in, is_present);
  }
  void append_null() final {
    // Rows of null structs mean nothing; where a column has no nulls, they are no nulls either.
    is_nullable() ? validity_.append_nulls(1) : validity_.append_valid(1);
    put_null();
  }
  Column finish() final {
    Column column;
    column.dtype = dtype();
    column.rows = validity_.rows();
    validity_.finish(column);
    fill(column);
    return column;
  }

 protected:
  /// The row's value; an absent one is 0, empty.
  virtual bool put(WireInput& in, bool is_present) = 0;
  virtual void put_null() = 0;
  virtual void fill(Column& column) = 0;

 private:
  ValidityBuilder validity_;
};

/// The reader of a field of the form `value`.
std::unique_ptr<FieldReader> make_value_reader(const RowField& field, bool is_strict);

}  // namespace gyre
