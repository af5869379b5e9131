#include "encodings/masked.hpp"

#include "array/masked_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

Masked::Masked(const ArrayParts& parts, ArrayRef all_values, ArrayRef validity_child)
    : Array(parts), values(std::move(all_values)), validity(std::move(validity_child)) {}

namespace {

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.nullable() || parts.dtype.is(Kind::null)) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 1, 2));
  auto values = GYRE_TRY(parts.child(0, parts.dtype.with_nullable(false), parts.rows));
  auto validity = GYRE_TRY(parts.validity(1));
  return std::make_shared<Masked>(parts, std::move(values), std::move(validity));
}

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& masked = static_cast<const Masked&>(*array);
  auto values = GYRE_TRY(make_reader(masked.values, context));
  auto validity = GYRE_TRY(ValidityReader::make(masked.validity, context));
  if (validity.all_valid()) return values;
  return mask_reader(std::move(values), std::move(validity).take(), context);
}

}  // namespace

const Encoding masked_encoding{.id = "vortex.masked", .open = open, .reader = reader};

}  // namespace gyre
