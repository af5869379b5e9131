#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/words.hpp"
#include "dtype/dtype.hpp"

namespace gyre {

/// One value without its type.
///
/// Null {}          null of any type
/// bool             booleans
/// Int256           numbers of one width: integers and decimals sign- or zero-extended by their type, floats as
///                  their bits, zero-extended
/// std::string      bytes of utf8 and binary
/// vector<Value>    elements of a list, fields of a struct
/// An extension's value is its storage's.
struct Value {
  struct Null {
    bool operator==(const Null&) const = default;
  };
  std::variant<Null, bool, Int256, std::string, std::vector<Value>> held;

  bool is_null() const { return std::holds_alternative<Null>(held); }
  bool operator==(const Value&) const = default;
};

/// A value with its type.
struct Scalar {
  DType dtype;
  Value value;

  static Scalar null(DType dtype) { return {std::move(dtype), {}}; }
  static Scalar of(bool value) { return {DType::boolean(), {value}}; }
  static Scalar of(std::int64_t value) {
    return {DType::primitive(PType::i64), {Int256::of(value)}};
  }
  static Scalar of(std::uint64_t value) {
    return {DType::primitive(PType::u64), {Int256::of(value)}};
  }
  static Scalar of(double value);
  static Scalar of(std::string text) { return {DType::utf8(), {std::move(text)}}; }

  bool is_null() const { return value.is_null(); }
  /// The number of a primitive or decimal; the caller has looked at the dtype.
  const Int256& word() const { return std::get<Int256>(value.held); }
  const std::string& text() const { return std::get<std::string>(value.held); }
  bool operator==(const Scalar&) const = default;
};

/// The word of a primitive or decimal of type `dtype`, widened as Value holds it.
template <Word W>
Int256 widen(const DType& dtype, W word) {
  const auto& physical = dtype.physical();
  const bool extends_sign =
      physical.is(Kind::decimal) || (physical.is(Kind::primitive) && is_signed(physical.ptype()));
  return extends_sign ? sign_extend(word) : zero_extend(word);
}

/// The number a float word of that type stands for; exact for all three types.
double float_value(PType ptype, const Int256& word);
/// The bits of `value` rounded to a float type.
Int256 float_word(PType ptype, double value);

}  // namespace gyre
