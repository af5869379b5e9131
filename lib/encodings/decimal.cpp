#include "encodings/decimal.hpp"

#include <bit>

#include "base/protobuf.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/plain_words.hpp"

namespace gyre {

Decimal::Decimal(const ArrayParts& parts, unsigned stored_width, Buffer all_values,
                 ArrayRef validity_child)
    : Array(parts),
      width(stored_width),
      values(std::move(all_values)),
      validity(std::move(validity_child)) {}

namespace {

constexpr unsigned values_type_field = 1;
constexpr unsigned widest_values_type = 5;  // 32 bytes

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::decimal)) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 0, 1));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto values_type = meta.number(values_type_field);
  if (values_type > widest_values_type)
    return fail(Code::corrupt, "{}: values of type {}", parts.id(), values_type);
  const auto width = 1u << values_type;
  const auto bytes = GYRE_TRY(bytes_of(parts, parts.rows, width));
  auto values = GYRE_TRY(parts.buffer(0, word_alignment(width), bytes));
  auto validity = GYRE_TRY(parts.validity(0));
  return std::make_shared<Decimal>(parts, width, std::move(values), std::move(validity));
}

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& decimal = static_cast<const Decimal&>(*array);
  auto validity = GYRE_TRY(ValidityReader::make(decimal.validity, context));
  return plain_words_reader(decimal.width, array->rows, decimal.values, std::move(validity),
                            context);
}

unsigned canonical_width(unsigned precision) {
  if (precision <= 2) return 1;
  if (precision <= 4) return 2;
  if (precision <= 9) return 4;
  if (precision <= 18) return 8;
  return precision <= 38 ? 16 : 32;
}

/// The words of a column cut to narrower ones, or nothing where a valid row does not fit.
template <Word Wide, Word Narrow>
std::optional<Buffer> narrowed(const Column& plain) {
  auto narrow = MutableBuffer::uninitialized(plain.rows * sizeof(Narrow));
  const auto* from = plain.buffers[0].data();
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    const auto value = sign_extend(load<Wide>(from + row * sizeof(Wide)));
    const auto cut = truncate<Narrow>(value);
    if (sign_extend(cut) != value && plain.is_valid(row)) return std::nullopt;
    narrow.as<Narrow>()[row] = cut;
  }
  return std::move(narrow).freeze();
}

std::optional<Buffer> values_at_width(const Column& plain, unsigned width) {
  return with_word(width, [&]<Word Narrow>(Narrow) {
    return word_bytes(plain.dtype) == sizeof(u128) ? narrowed<u128, Narrow>(plain)
                                                   : narrowed<Int256, Narrow>(plain);
  });
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext&) {
  if (!plain.dtype.is(Kind::decimal)) return std::nullopt;
  return plain.rows * canonical_width(plain.dtype.precision()) + validity_bytes(plain);
}

Result<EncodedArray> encode(const Column& plain, EncodeContext&) {
  auto width = canonical_width(plain.dtype.precision());
  auto values = values_at_width(plain, width);
  if (!values) {  // more digits than the type says
    width = word_bytes(plain.dtype);
    values = plain.buffers[0].slice(0, plain.rows * width);
  }
  auto node =
      make_node(decimal_encoding.id,
                ProtobufWriter()
                    .number(values_type_field, static_cast<unsigned>(std::countr_zero(width)))
                    .finish());
  append_buffer(node, *std::move(values), width);
  append_validity(node, plain);
  return node;
}

}  // namespace

const Encoding decimal_encoding{
    .id = "vortex.decimal", .open = open, .reader = reader, .estimate = estimate, .encode = encode};

}  // namespace gyre
