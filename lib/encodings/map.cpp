#include "encodings/map.hpp"

#include "encodings/detail/node.hpp"
#include "encodings/listview.hpp"

namespace gyre {

Map::Map(const ArrayParts& parts, ArrayRef entry_lists)
    : Array(parts), entries(std::move(entry_lists)) {}

namespace {

DType entries_of(const DType& map) { return DType::list(element_of(map), map.nullable()); }

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::map)) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 1, 1));
  auto entries = GYRE_TRY(parts.child(0, entries_of(parts.dtype), parts.rows));
  return std::make_shared<Map>(parts, std::move(entries));
}

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  return make_reader(static_cast<const Map&>(*array).entries, context);
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext&) {
  if (!plain.dtype.is(Kind::map)) return std::nullopt;
  return plain.size_bytes();
}

Result<EncodedArray> encode(const Column& plain, EncodeContext& context) {
  auto entries = plain;
  entries.dtype = entries_of(plain.dtype);
  auto node = make_node(map_encoding.id);
  // Readers want this encoding here and no other.
  node.children.push_back(GYRE_TRY(listview_encoding.encode(entries, context)));
  return node;
}

}  // namespace

const Encoding map_encoding{
    .id = "vortex.map", .open = open, .reader = reader, .estimate = estimate, .encode = encode};

}  // namespace gyre
