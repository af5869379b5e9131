#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.hpp"

namespace gyre {

/// Primitive types, numbered as files number them.
enum class PType : std::uint8_t { u8, u16, u32, u64, i8, i16, i32, i64, f16, f32, f64 };

constexpr unsigned byte_width(PType ptype) {
  constexpr unsigned char widths[] = {1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8};
  return widths[static_cast<unsigned>(ptype)];
}
constexpr bool is_unsigned(PType ptype) { return ptype <= PType::u64; }
constexpr bool is_signed(PType ptype) { return ptype >= PType::i8 && ptype <= PType::i64; }
constexpr bool is_integer(PType ptype) { return ptype <= PType::i64; }
constexpr bool is_float(PType ptype) { return ptype >= PType::f16; }

enum class Kind : std::uint8_t {
  null,
  boolean,
  primitive,
  decimal,
  utf8,
  binary,
  structure,
  list,
  fixed_size_list,
  extension,
  variant,
  map,
};

/// A logical type. Immutable, cheap to copy; nested parts are shared.
///
/// Source   Vortex logical types; wire form in schema/dtype.fbs, text form in dtype/text.hpp
class DType {
 public:
  struct Field;

  DType() = default;  ///< null
  static DType null() { return {}; }
  static DType boolean(bool nullable = false) { return DType(Kind::boolean, nullable); }
  static DType primitive(PType ptype, bool nullable = false);
  /// precision 1 .. 76, scale at most 76 and, if positive, at most the precision.
  static DType decimal(unsigned precision, int scale, bool nullable = false);
  static DType utf8(bool nullable = false) { return DType(Kind::utf8, nullable); }
  static DType binary(bool nullable = false) { return DType(Kind::binary, nullable); }
  static DType structure(std::vector<Field> fields, bool nullable = false);
  static DType list(DType element, bool nullable = false);
  static DType fixed_size_list(DType element, std::uint32_t size, bool nullable = false);
  static DType extension(std::string id, DType storage, Buffer metadata);
  static DType variant(bool nullable = false) { return DType(Kind::variant, nullable); }
  static DType map(DType key, DType value, bool keys_sorted, bool nullable = false);

  Kind kind() const { return kind_; }
  bool is(Kind kind) const { return kind_ == kind; }
  /// Null is always nullable; an extension is as its storage is.
  bool nullable() const;
  PType ptype() const { return ptype_; }                  ///< of a primitive
  unsigned precision() const { return precision_; }       ///< of a decimal
  int scale() const { return scale_; }                    ///< of a decimal
  std::uint32_t list_size() const { return list_size_; }  ///< of a fixed-size list
  bool keys_sorted() const { return keys_sorted_; }       ///< of a map
  bool is_text() const { return kind_ == Kind::utf8 || kind_ == Kind::binary; }
  bool is_integer() const { return kind_ == Kind::primitive && gyre::is_integer(ptype_); }
  bool is_float() const { return kind_ == Kind::primitive && gyre::is_float(ptype_); }

  std::size_t field_count() const;  ///< of a struct
  const DType& field(std::size_t index) const;
  std::string_view field_name(std::size_t index) const;
  /// The first field of that name, or field_count().
  std::size_t find_field(std::string_view name) const;
  const DType& element() const;  ///< of a list or fixed-size list
  const DType& key() const;      ///< of a map
  const DType& value() const;    ///< of a map
  const DType& storage() const;  ///< of an extension
  std::string_view extension_id() const;
  const Buffer& extension_metadata() const;

  DType with_nullable(bool nullable) const;
  /// Below all extensions.
  const DType& physical() const;

  bool operator==(const DType& other) const;

 private:
  struct Nested;
  DType(Kind kind, bool nullable) : kind_(kind), nullable_(nullable) {}

  Kind kind_ = Kind::null;
  bool nullable_ = true;
  bool keys_sorted_ = false;
  PType ptype_ = PType::u8;
  std::uint8_t precision_ = 0;
  std::int8_t scale_ = 0;
  std::uint32_t list_size_ = 0;
  std::shared_ptr<const Nested> nested_;
};

struct DType::Field {
  std::string name;
  DType dtype;
  bool operator==(const Field&) const = default;
};

/// Bytes of one value where all values have the same size: primitives by type; decimals as they stand in plain
/// columns, 16 bytes up to 38 digits and 32 above. 0 for all other kinds.
unsigned word_bytes(const DType& dtype);
/// Whether values take as many bytes as they like, as texts and lists do, or are made of such that may.
bool is_unsized(const DType& dtype);

}  // namespace gyre
