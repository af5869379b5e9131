#include "encodings/parquet_variant.hpp"

#include "base/protobuf.hpp"
#include "dtype/wire.hpp"
#include "encodings/detail/node.hpp"

namespace gyre {
namespace {

constexpr unsigned has_value_field = 1;
constexpr unsigned typed_value_dtype_field = 2;
constexpr unsigned value_nullable_field = 3;

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::variant)) return wrong_dtype(parts);
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const bool has_value = meta.number(has_value_field) != 0;
  const bool has_typed_value = meta.has(typed_value_dtype_field);
  const std::size_t least = 1u + (has_value ? 1 : 0) + (has_typed_value ? 1 : 0);
  GYRE_TRY(expect_children(parts, least, least + 1));
  auto array = std::make_shared<ParquetVariant>(parts);
  std::size_t next = 0;
  if (parts.children() > least) array->validity = GYRE_TRY(parts.validity(next++));
  array->metadata = GYRE_TRY(parts.child(next++, DType::binary(), parts.rows));
  if (has_value) {
    const auto dtype = DType::binary(meta.number(value_nullable_field) != 0);
    array->value = GYRE_TRY(parts.child(next++, dtype, parts.rows));
  }
  if (has_typed_value) {
    const auto dtype = GYRE_TRY(within(read_dtype_proto(meta.bytes(typed_value_dtype_field)),
                                       "{}: typed value", parts.id()));
    array->typed_value = GYRE_TRY(parts.child(next, dtype, parts.rows));
  }
  return array;
}

Result<ReaderRef> reader(ArrayRef array, ReadContext&) {
  return fail(Code::unsupported, "{}: values of type variant cannot be read", array->encoding.id);
}

}  // namespace

const Encoding parquet_variant_encoding{
    .id = "vortex.parquet.variant", .open = open, .reader = reader};

}  // namespace gyre
