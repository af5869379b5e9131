#include "encodings/decimal_byte_parts.hpp"

#include <algorithm>
#include <bit>

#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

DecimalByteParts::DecimalByteParts(const ArrayParts& parts, ArrayRef all_integers)
    : Array(parts), integers(std::move(all_integers)) {}

namespace {

constexpr unsigned ptype_field = 1;
constexpr unsigned lower_parts_field = 2;

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::decimal)) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 1, 1));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  if (meta.number(lower_parts_field) != 0)
    return fail(Code::unsupported, "{}: {} lower parts", parts.id(),
                meta.number(lower_parts_field));
  const auto number = meta.number(ptype_field);
  if (number < static_cast<unsigned>(PType::i8) || number > static_cast<unsigned>(PType::i64))
    return fail(Code::corrupt, "{}: type {} is not a signed integer", parts.id(), number);
  const auto dtype = DType::primitive(static_cast<PType>(number), parts.dtype.nullable());
  auto integers = GYRE_TRY(parts.child(0, dtype, parts.rows));
  return std::make_shared<DecimalByteParts>(parts, std::move(integers));
}

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  return make_reader(static_cast<const DecimalByteParts&>(*array).integers, context);
}

/// Smallest and largest valid value; both 0 where there is none.
struct Extent {
  std::int64_t least = 0, most = 0;
};

std::int64_t value_at(const Column& plain, std::uint64_t row) {
  const auto* at = plain.buffers[0].data() + row * word_bytes(plain.dtype);
  return load<std::int64_t>(at);
}

bool fits(const Column& plain, std::uint64_t row) {
  if (word_bytes(plain.dtype) == sizeof(u128)) {
    const auto value = static_cast<i128>(load<u128>(plain.buffers[0].data() + row * sizeof(u128)));
    return value == static_cast<std::int64_t>(value);
  }
  return load<Int256>(plain.buffers[0].data() + row * sizeof(Int256)).fits_i64();
}

/// Nothing where a valid value does not fit 64 bits.
std::optional<Extent> extent_of(const Column& plain) {
  std::optional<Extent> extent;
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    if (!plain.is_valid(row)) continue;
    if (!fits(plain, row)) return std::nullopt;
    const auto value = value_at(plain, row);
    if (!extent) extent = {value, value};
    extent = {std::min(extent->least, value), std::max(extent->most, value)};
  }
  return extent ? extent : Extent{};
}

PType narrowest(const Extent& extent, const ArrayForms& forms) {
  const auto holds = [&](auto limit) {
    using Limits = std::numeric_limits<decltype(limit)>;
    return Limits::min() <= extent.least && extent.most <= Limits::max();
  };
  if (forms.narrow_decimal_parts && holds(std::int8_t{})) return PType::i8;
  if (forms.narrow_decimal_parts && holds(std::int16_t{})) return PType::i16;
  return holds(std::int32_t{}) ? PType::i32 : PType::i64;
}

/// Bits that a value's distance from the least one takes: what frame of reference and bit-packing leave of it.
std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext&) {
  if (!plain.dtype.is(Kind::decimal)) return std::nullopt;
  const auto extent = extent_of(plain);
  if (!extent) return std::nullopt;
  const auto span =
      static_cast<std::uint64_t>(extent->most) - static_cast<std::uint64_t>(extent->least);
  return bitmap_bytes(plain.rows * static_cast<unsigned>(std::bit_width(span))) +
         validity_bytes(plain);
}

Result<EncodedArray> encode(const Column& plain, EncodeContext& context) {
  const auto extent = extent_of(plain);
  if (!extent)
    return fail(Code::invalid_argument, "{}: a value of over 64 bits",
                decimal_byte_parts_encoding.id);
  const auto ptype = narrowest(*extent, context.forms());
  Column integers;
  integers.dtype = DType::primitive(ptype, plain.dtype.nullable());
  integers.rows = plain.rows;
  integers.validity = plain.validity;
  integers.null_count = plain.null_count;
  with_small_word(byte_width(ptype), [&]<Word W>(W) {
    auto values = MutableBuffer::uninitialized(plain.rows * sizeof(W));
    for (std::uint64_t row = 0; row < plain.rows; ++row)
      values.as<W>()[row] = plain.is_valid(row) ? static_cast<W>(value_at(plain, row)) : W{};
    integers.buffers.push_back(std::move(values).freeze());
  });
  auto node =
      make_node(decimal_byte_parts_encoding.id,
                ProtobufWriter().number(ptype_field, static_cast<unsigned>(ptype)).finish());
  node.children.push_back(GYRE_TRY(context.child(integers)));
  return node;
}

}  // namespace

const Encoding decimal_byte_parts_encoding{.id = "vortex.decimal_byte_parts",
                                           .open = open,
                                           .reader = reader,
                                           .estimate = estimate,
                                           .encode = encode};

}  // namespace gyre
