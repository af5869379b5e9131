#include "encodings/detail/validity.hpp"

#include "base/bits.hpp"

namespace gyre {

Result<ValidityReader> ValidityReader::make(const ArrayRef& child, ReadContext& context) {
  ValidityReader validity;
  if (!child || child->rows == 0) return validity;
  auto reader = GYRE_TRY(make_reader(child, context));
  if (reader->shape() != Shape::mask)
    return fail(Code::corrupt, "{}: a validity child without booleans", child->encoding.id);
  validity.mask_.reset(static_cast<MaskReader*>(reader.release()));
  return validity;
}

Result<void> ValidityReader::read(RowRange rows, TileMask& valid) {
  if (mask_) return mask_->read(rows, valid);
  valid = TileMask::all(rows.size());
  return {};
}

Result<void> ValidityReader::narrow(RowRange rows, TileMask& mask) {
  if (!mask_ || mask.none()) return {};
  TileMask valid;
  GYRE_TRY(mask_->read(rows, valid));
  mask &= valid;
  return {};
}

void append_validity(EncodedArray& array, const Column& plain) {
  if (plain.null_count == 0) return;
  EncodedArray bits{.encoding = "vortex.bool", .metadata = {}, .buffers = {}, .children = {}};
  bits.buffers.push_back({plain.validity.slice(0, bitmap_bytes(plain.rows)), 0});
  array.children.push_back(std::move(bits));
}

std::uint64_t validity_bytes(const Column& plain) {
  return plain.null_count == 0 ? 0 : bitmap_bytes(plain.rows);
}

}  // namespace gyre
