#include "dtype/dtype.hpp"

#include <algorithm>
#include <utility>

namespace gyre {

struct DType::Nested {
  std::vector<Field> children;  // a struct's fields; element, storage, or key and value otherwise
  std::string extension_id;
  Buffer extension_metadata;
};

DType DType::primitive(PType ptype, bool nullable) {
  DType dtype(Kind::primitive, nullable);
  dtype.ptype_ = ptype;
  return dtype;
}

DType DType::decimal(unsigned precision, int scale, bool nullable) {
  GYRE_ASSERT(precision >= 1 && precision <= 76 && scale <= 76 && scale >= -128);
  DType dtype(Kind::decimal, nullable);
  dtype.precision_ = static_cast<std::uint8_t>(precision);
  dtype.scale_ = static_cast<std::int8_t>(scale);
  return dtype;
}

DType DType::structure(std::vector<Field> fields, bool nullable) {
  DType dtype(Kind::structure, nullable);
  dtype.nested_ = std::make_shared<const Nested>(Nested{std::move(fields), {}, {}});
  return dtype;
}

DType DType::list(DType element, bool nullable) {
  DType dtype(Kind::list, nullable);
  dtype.nested_ = std::make_shared<const Nested>(Nested{{{"", std::move(element)}}, {}, {}});
  return dtype;
}

DType DType::fixed_size_list(DType element, std::uint32_t size, bool nullable) {
  DType dtype(Kind::fixed_size_list, nullable);
  dtype.list_size_ = size;
  dtype.nested_ = std::make_shared<const Nested>(Nested{{{"", std::move(element)}}, {}, {}});
  return dtype;
}

DType DType::extension(std::string id, DType storage, Buffer metadata) {
  DType dtype(Kind::extension, storage.nullable());
  dtype.nested_ = std::make_shared<const Nested>(
      Nested{{{"", std::move(storage)}}, std::move(id), std::move(metadata)});
  return dtype;
}

DType DType::map(DType key, DType value, bool keys_sorted, bool nullable) {
  DType dtype(Kind::map, nullable);
  dtype.keys_sorted_ = keys_sorted;
  dtype.nested_ = std::make_shared<const Nested>(
      Nested{{{"key", std::move(key)}, {"value", std::move(value)}}, {}, {}});
  return dtype;
}

bool DType::nullable() const { return kind_ == Kind::extension ? storage().nullable() : nullable_; }

std::size_t DType::field_count() const { return nested_ ? nested_->children.size() : 0; }
const DType& DType::field(std::size_t index) const { return nested_->children[index].dtype; }
std::string_view DType::field_name(std::size_t index) const {
  return nested_->children[index].name;
}

std::size_t DType::find_field(std::string_view name) const {
  std::size_t index = 0;
  while (index < field_count() && field_name(index) != name) ++index;
  return index;
}

const DType& DType::element() const { return nested_->children[0].dtype; }
const DType& DType::key() const { return nested_->children[0].dtype; }
const DType& DType::value() const { return nested_->children[1].dtype; }
const DType& DType::storage() const { return nested_->children[0].dtype; }
std::string_view DType::extension_id() const { return nested_->extension_id; }
const Buffer& DType::extension_metadata() const { return nested_->extension_metadata; }

DType DType::with_nullable(bool nullable) const {
  if (kind_ == Kind::null) return *this;
  if (kind_ == Kind::extension)
    return extension(nested_->extension_id, storage().with_nullable(nullable),
                     nested_->extension_metadata);
  DType dtype = *this;
  dtype.nullable_ = nullable;
  return dtype;
}

const DType& DType::physical() const {
  const auto* dtype = this;
  while (dtype->kind_ == Kind::extension) dtype = &dtype->storage();
  return *dtype;
}

bool DType::operator==(const DType& other) const {
  if (kind_ != other.kind_ || nullable_ != other.nullable_ || ptype_ != other.ptype_ ||
      precision_ != other.precision_ || scale_ != other.scale_ || list_size_ != other.list_size_ ||
      keys_sorted_ != other.keys_sorted_)
    return false;
  if (nested_ == other.nested_) return true;
  if (!nested_ || !other.nested_) return false;
  return nested_->children == other.nested_->children &&
         nested_->extension_id == other.nested_->extension_id &&
         std::ranges::equal(nested_->extension_metadata.bytes(),
                            other.nested_->extension_metadata.bytes());
}

unsigned word_bytes(const DType& dtype) {
  const auto& physical = dtype.physical();
  if (physical.is(Kind::primitive)) return byte_width(physical.ptype());
  if (physical.is(Kind::decimal)) return physical.precision() <= 38 ? 16 : 32;
  return 0;
}

bool is_unsized(const DType& dtype) {
  return word_bytes(dtype) == 0 && !dtype.physical().is(Kind::boolean);
}

}  // namespace gyre
