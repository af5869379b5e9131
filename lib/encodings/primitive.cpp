#include "encodings/primitive.hpp"

#include "encodings/detail/node.hpp"
#include "encodings/detail/plain_words.hpp"

namespace gyre {

Primitive::Primitive(const ArrayParts& parts, Buffer all_values, ArrayRef validity_child)
    : Array(parts), values(std::move(all_values)), validity(std::move(validity_child)) {}

namespace {

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::primitive)) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 0, 1));
  const auto width = word_bytes(parts.dtype);
  const auto bytes = GYRE_TRY(bytes_of(parts, parts.rows, width));
  auto values = GYRE_TRY(parts.buffer(0, word_alignment(width), bytes));
  auto validity = GYRE_TRY(parts.validity(0));
  return std::make_shared<Primitive>(parts, std::move(values), std::move(validity));
}

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& primitive = static_cast<const Primitive&>(*array);
  auto validity = GYRE_TRY(ValidityReader::make(primitive.validity, context));
  return plain_words_reader(word_bytes(array->dtype), array->rows, primitive.values,
                            std::move(validity), context);
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext&) {
  if (!plain.dtype.is(Kind::primitive)) return std::nullopt;
  return plain.rows * word_bytes(plain.dtype) + validity_bytes(plain);
}

Result<EncodedArray> encode(const Column& plain, EncodeContext&) {
  auto node = make_node(primitive_encoding.id);
  const auto width = word_bytes(plain.dtype);
  append_buffer(node, plain.buffers[0].slice(0, plain.rows * width), width);
  append_validity(node, plain);
  return node;
}

}  // namespace

const Encoding primitive_encoding{.id = "vortex.primitive",
                                  .open = open,
                                  .reader = reader,
                                  .estimate = estimate,
                                  .encode = encode};

}  // namespace gyre
