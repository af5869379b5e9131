#include "encodings/boolean.hpp"

#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

Boolean::Boolean(const ArrayParts& parts, Buffer bitmap, unsigned first_bit,
                 ArrayRef validity_child)
    : Array(parts),
      bits(std::move(bitmap)),
      offset(first_bit),
      validity(std::move(validity_child)) {}

namespace {

constexpr unsigned offset_field = 1;

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::boolean)) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 0, 1));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto offset = meta.number(offset_field);
  if (offset >= 8) return fail(Code::corrupt, "{}: starts at bit {} of a byte", parts.id(), offset);
  const auto end = checked_add(parts.rows, offset);
  if (!end) return fail(Code::corrupt, "{}: {} rows are too many", parts.id(), parts.rows);
  auto bits = GYRE_TRY(parts.buffer(0, 1, bitmap_bytes(*end)));
  auto validity = GYRE_TRY(parts.validity(0));
  return std::make_shared<Boolean>(parts, std::move(bits), static_cast<unsigned>(offset),
                                   std::move(validity));
}

class BooleanReader final : public Nullable<MaskReader> {
 public:
  BooleanReader(ValidityReader validity, const Boolean& array)
      : Nullable(std::move(validity), array.rows), bits_(array.bits), offset_(array.offset) {}

  Result<void> read(RowRange rows, TileMask& out) override {
    out = TileMask::from_bitmap(bits_.data(), offset_ + rows.first, rows.size());
    return {};
  }

 private:
  Buffer bits_;
  unsigned offset_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& boolean = static_cast<const Boolean&>(*array);
  auto validity = GYRE_TRY(ValidityReader::make(boolean.validity, context));
  return std::make_unique<BooleanReader>(std::move(validity), boolean);
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext&) {
  if (!plain.dtype.is(Kind::boolean)) return std::nullopt;
  return bitmap_bytes(plain.rows) + validity_bytes(plain);
}

Result<EncodedArray> encode(const Column& plain, EncodeContext&) {
  auto node = make_node(boolean_encoding.id);
  append_buffer(node, plain.buffers[0].slice(0, bitmap_bytes(plain.rows)));
  append_validity(node, plain);
  return node;
}

}  // namespace

const Encoding boolean_encoding{
    .id = "vortex.bool", .open = open, .reader = reader, .estimate = estimate, .encode = encode};

}  // namespace gyre
