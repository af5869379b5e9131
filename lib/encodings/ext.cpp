#include "encodings/ext.hpp"

#include "encodings/detail/node.hpp"

namespace gyre {

Ext::Ext(const ArrayParts& parts, ArrayRef stored) : Array(parts), storage(std::move(stored)) {}

namespace {

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::extension)) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 1, 1));
  auto storage = GYRE_TRY(parts.child(0, parts.dtype.storage(), parts.rows));
  return std::make_shared<Ext>(parts, std::move(storage));
}

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  return make_reader(static_cast<const Ext&>(*array).storage, context);
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext&) {
  if (!plain.dtype.is(Kind::extension)) return std::nullopt;
  return plain.size_bytes();
}

Result<EncodedArray> encode(const Column& plain, EncodeContext& context) {
  auto storage = plain;
  storage.dtype = plain.dtype.storage();
  auto node = make_node(ext_encoding.id);
  node.children.push_back(GYRE_TRY(context.child(storage)));
  return node;
}

}  // namespace

const Encoding ext_encoding{
    .id = "vortex.ext", .open = open, .reader = reader, .estimate = estimate, .encode = encode};

}  // namespace gyre
