#include "encodings/variant.hpp"

#include "base/protobuf.hpp"
#include "dtype/wire.hpp"
#include "encodings/detail/node.hpp"

namespace gyre {

Variant::Variant(const ArrayParts& parts, ArrayRef core_storage, ArrayRef shredded_copy)
    : Array(parts), core(std::move(core_storage)), shredded(std::move(shredded_copy)) {}

namespace {

constexpr unsigned shredded_dtype_field = 1;

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::variant)) return wrong_dtype(parts);
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const bool is_shredded = meta.has(shredded_dtype_field);
  GYRE_TRY(expect_children(parts, is_shredded ? 2 : 1, is_shredded ? 2 : 1));
  auto core = GYRE_TRY(parts.child(0, parts.dtype, parts.rows));
  ArrayRef shredded;
  if (is_shredded) {
    const auto dtype = GYRE_TRY(
        within(read_dtype_proto(meta.bytes(shredded_dtype_field)), "{}: shredded", parts.id()));
    shredded = GYRE_TRY(parts.child(1, dtype, parts.rows));
  }
  return std::make_shared<Variant>(parts, std::move(core), std::move(shredded));
}

Result<ReaderRef> reader(ArrayRef array, ReadContext&) {
  return fail(Code::unsupported, "{}: values of type variant cannot be read", array->encoding.id);
}

}  // namespace

const Encoding variant_encoding{.id = "vortex.variant", .open = open, .reader = reader};

}  // namespace gyre
