#include <algorithm>

#include "base/utf8.hpp"
#include "dtype/wire.hpp"
#include "wire/dtype_generated.h"

namespace gyre {
namespace {

constexpr std::size_t flatbuffer_limit = std::size_t{1} << 31;  // offsets are 32 bits with a sign
constexpr flatbuffers::uoffset_t depth_limit = 64;
constexpr flatbuffers::uoffset_t table_limit = 1'000'000;  // each column takes two
// Offsets may point at one text many times over, so the size of the flatbuffer does not bound what
// comes out of it.
constexpr std::size_t text_allowance = std::size_t{1} << 20;

/// Decodes a flatbuffer that the verifier has passed: its depth is limited.
class Decoder {
 public:
  explicit Decoder(std::size_t size) : text_left_(size + text_allowance) {}

  Result<DType> dtype(const wire::DType* table) {
    if (!table) return fail(Code::corrupt, "dtype: a nested type is missing");
    const auto tag = table->type_type();
    if (tag > wire::Type::MAX || tag == wire::Type::Union)
      return fail(Code::unsupported, "dtype: unsupported type, tag {}", static_cast<unsigned>(tag));
    if (tag == wire::Type::NONE || !table->type())
      return fail(Code::corrupt, "dtype: the type with tag {} has no value",
                  static_cast<unsigned>(tag));
    switch (tag) {
      case wire::Type::Bool: return DType::boolean(table->type_as_Bool()->nullable());
      case wire::Type::Primitive: return primitive(*table->type_as_Primitive());
      case wire::Type::Decimal: return decimal(*table->type_as_Decimal());
      case wire::Type::Utf8: return DType::utf8(table->type_as_Utf8()->nullable());
      case wire::Type::Binary: return DType::binary(table->type_as_Binary()->nullable());
      case wire::Type::Struct_: return structure(*table->type_as_Struct_());
      case wire::Type::List: return list(*table->type_as_List());
      case wire::Type::Extension: return extension(*table->type_as_Extension());
      case wire::Type::FixedSizeList: return fixed_size_list(*table->type_as_FixedSizeList());
      case wire::Type::Variant: return DType::variant(table->type_as_Variant()->nullable());
      case wire::Type::Map: return map(*table->type_as_Map());
      default: return DType::null();
    }
  }

 private:
  static Result<DType> primitive(const wire::Primitive& table) {
    if (table.ptype() > wire::PType::MAX)
      return fail(Code::unsupported, "dtype: unsupported primitive type {}",
                  static_cast<unsigned>(table.ptype()));
    return DType::primitive(static_cast<PType>(table.ptype()), table.nullable());
  }

  static Result<DType> decimal(const wire::Decimal& table) {
    const unsigned precision = table.precision();
    const int scale = table.scale();
    if (precision < 1 || precision > 76 || scale > static_cast<int>(precision))
      return fail(Code::corrupt,
                  "dtype: decimal({},{}), expected at most 76 digits and no larger scale",
                  precision, scale);
    return DType::decimal(precision, scale, table.nullable());
  }

  Result<DType> structure(const wire::Struct_& table) {
    const auto* names = table.names();
    const auto* dtypes = table.dtypes();
    const auto count = dtypes ? dtypes->size() : 0;
    if (count != (names ? names->size() : 0))
      return fail(Code::corrupt, "dtype: struct of {} names and {} types",
                  names ? names->size() : 0, count);
    std::vector<DType::Field> fields;
    for (flatbuffers::uoffset_t i = 0; i < count; ++i) {
      auto name = GYRE_TRY(text(names->Get(i), "field name"));
      auto field = GYRE_TRY(dtype(dtypes->Get(i)));
      fields.push_back({std::move(name), std::move(field)});
    }
    return DType::structure(std::move(fields), table.nullable());
  }

  Result<DType> list(const wire::List& table) {
    return DType::list(GYRE_TRY(dtype(table.element_type())), table.nullable());
  }
  Result<DType> fixed_size_list(const wire::FixedSizeList& table) {
    auto element = GYRE_TRY(dtype(table.element_type()));
    return DType::fixed_size_list(std::move(element), table.size(), table.nullable());
  }

  Result<DType> map(const wire::Map& table) {
    auto key = GYRE_TRY(dtype(table.key()));
    auto value = GYRE_TRY(dtype(table.value()));
    return DType::map(std::move(key), std::move(value), table.keys_sorted(), table.nullable());
  }

  Result<DType> extension(const wire::Extension& table) {
    if (!table.id()) return fail(Code::corrupt, "dtype: an extension has no id");
    auto id = GYRE_TRY(text(table.id(), "extension id"));
    auto storage = GYRE_TRY(dtype(table.storage_dtype()));
    Buffer metadata;
    if (const auto* bytes = table.metadata()) {
      GYRE_TRY(spend(bytes->size()));
      metadata = Buffer::copy(std::as_bytes(std::span(bytes->data(), bytes->size())));
    }
    return DType::extension(std::move(id), std::move(storage), std::move(metadata));
  }

  Result<std::string> text(const flatbuffers::String* string, std::string_view what) {
    if (!string) return fail(Code::corrupt, "dtype: {} missing", what);
    GYRE_TRY(spend(string->size()));
    if (!is_utf8({string->c_str(), string->size()}))
      return fail(Code::corrupt, "dtype: {} is no UTF-8", what);
    return string->str();
  }

  Result<void> spend(std::size_t size) {
    if (size > text_left_)
      return fail(Code::corrupt, "dtype: names add up to more than the flatbuffer");
    text_left_ -= size;
    return {};
  }

  std::size_t text_left_;
};

using Builder = flatbuffers::FlatBufferBuilder;
using Node = flatbuffers::Offset<wire::DType>;

Node build(Builder& builder, const DType& dtype);

template <class Table>
Node finish(Builder& builder, wire::Type tag, flatbuffers::Offset<Table> table) {
  return wire::CreateDType(builder, tag, table.Union());
}

Node build_structure(Builder& builder, const DType& dtype) {
  std::vector<flatbuffers::Offset<flatbuffers::String>> names;
  std::vector<Node> dtypes;
  for (std::size_t i = 0; i < dtype.field_count(); ++i) {
    const auto name = dtype.field_name(i);
    names.push_back(builder.CreateString(name.data(), name.size()));
    dtypes.push_back(build(builder, dtype.field(i)));
  }
  const auto all_names = builder.CreateVector(names);
  const auto all_dtypes = builder.CreateVector(dtypes);
  return finish(builder, wire::Type::Struct_,
                wire::CreateStruct_(builder, all_names, all_dtypes, dtype.nullable()));
}

Node build_extension(Builder& builder, const DType& dtype) {
  const auto storage = build(builder, dtype.storage());
  const auto id = builder.CreateString(dtype.extension_id().data(), dtype.extension_id().size());
  const auto bytes = dtype.extension_metadata().bytes();
  // Other readers insist on the vector, even an empty one.
  const auto metadata =
      builder.CreateVector(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  return finish(builder, wire::Type::Extension,
                wire::CreateExtension(builder, id, storage, metadata));
}

Node build(Builder& builder, const DType& dtype) {
  const bool nullable = dtype.nullable();
  switch (dtype.kind()) {
    case Kind::null: break;
    case Kind::boolean:
      return finish(builder, wire::Type::Bool, wire::CreateBool(builder, nullable));
    case Kind::primitive:
      return finish(
          builder, wire::Type::Primitive,
          wire::CreatePrimitive(builder, static_cast<wire::PType>(dtype.ptype()), nullable));
    case Kind::decimal:
      return finish(builder, wire::Type::Decimal,
                    wire::CreateDecimal(builder, static_cast<std::uint8_t>(dtype.precision()),
                                        static_cast<std::int8_t>(dtype.scale()), nullable));
    case Kind::utf8: return finish(builder, wire::Type::Utf8, wire::CreateUtf8(builder, nullable));
    case Kind::binary:
      return finish(builder, wire::Type::Binary, wire::CreateBinary(builder, nullable));
    case Kind::structure: return build_structure(builder, dtype);
    case Kind::list: {
      const auto element = build(builder, dtype.element());
      return finish(builder, wire::Type::List, wire::CreateList(builder, element, nullable));
    }
    case Kind::fixed_size_list: {
      const auto element = build(builder, dtype.element());
      return finish(builder, wire::Type::FixedSizeList,
                    wire::CreateFixedSizeList(builder, element, dtype.list_size(), nullable));
    }
    case Kind::extension: return build_extension(builder, dtype);
    case Kind::variant:
      return finish(builder, wire::Type::Variant, wire::CreateVariant(builder, nullable));
    case Kind::map: {
      const auto key = build(builder, dtype.key());
      const auto value = build(builder, dtype.value());
      return finish(builder, wire::Type::Map,
                    wire::CreateMap(builder, key, value, dtype.keys_sorted(), nullable));
    }
  }
  return finish(builder, wire::Type::Null, wire::CreateNull(builder));
}

}  // namespace

Result<DType> read_dtype(std::span<const std::byte> flatbuffer) {
  if (flatbuffer.size() >= flatbuffer_limit)
    return fail(Code::corrupt, "dtype: {} bytes, expected less than 2 GiB", flatbuffer.size());
  const auto aligned = Buffer::copy(flatbuffer);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(aligned.data());
  flatbuffers::Verifier verifier(bytes, aligned.size(), depth_limit, table_limit);
  if (!wire::VerifyDTypeBuffer(verifier))
    return fail(Code::corrupt, "dtype: {} bytes that are no flatbuffer of a type, or nest too deep",
                aligned.size());
  return Decoder(aligned.size()).dtype(wire::GetDType(bytes));
}

Buffer write_dtype(const DType& dtype) {
  Builder builder;
  wire::FinishDTypeBuffer(builder, build(builder, dtype));
  return Buffer::copy(std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize())));
}

}  // namespace gyre
