#include "encodings/null.hpp"

#include "encodings/detail/node.hpp"

namespace gyre {
namespace {

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::null)) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 0, 0));
  return std::make_shared<Null>(parts);
}

Result<ReaderRef> reader(ArrayRef array, ReadContext&) {
  return std::make_unique<NullReader>(array->rows);
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext&) {
  if (!plain.dtype.is(Kind::null)) return std::nullopt;
  return 0;
}

Result<EncodedArray> encode(const Column&, EncodeContext&) { return make_node(null_encoding.id); }

}  // namespace

const Encoding null_encoding{
    .id = "vortex.null", .open = open, .reader = reader, .estimate = estimate, .encode = encode};

}  // namespace gyre
