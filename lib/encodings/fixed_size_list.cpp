#include "encodings/fixed_size_list.hpp"

#include "encodings/detail/element_lists.hpp"
#include "encodings/detail/node.hpp"

namespace gyre {

FixedSizeList::FixedSizeList(const ArrayParts& parts, ArrayRef all_elements,
                             ArrayRef validity_child)
    : Array(parts), elements(std::move(all_elements)), validity(std::move(validity_child)) {}

namespace {

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::fixed_size_list)) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 1, 2));
  const auto element_rows = GYRE_TRY(bytes_of(parts, parts.rows, parts.dtype.list_size()));
  auto elements = GYRE_TRY(parts.child(0, parts.dtype.element(), element_rows));
  auto validity = GYRE_TRY(parts.validity(1));
  return std::make_shared<FixedSizeList>(parts, std::move(elements), std::move(validity));
}

class FixedSizeListReader final : public ElementLists {
 public:
  FixedSizeListReader(ValidityReader validity, const FixedSizeList& array, ReaderRef elements)
      : ElementLists(std::move(validity), array.rows, std::move(elements)),
        size_(array.dtype.list_size()) {}

  Result<void> ranges(RowRange rows, RowRange* out) override {
    return fill_ranges(rows, out, [&](std::uint64_t i) -> Result<RowRange> {
      const auto first = (rows.first + i) * size_;
      return RowRange{first, first + size_};
    });
  }

 private:
  std::uint64_t size_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& list = static_cast<const FixedSizeList&>(*array);
  auto elements = GYRE_TRY(make_reader(list.elements, context));
  auto validity = GYRE_TRY(ValidityReader::make(list.validity, context));
  return std::make_unique<FixedSizeListReader>(std::move(validity), list, std::move(elements));
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext&) {
  if (!plain.dtype.is(Kind::fixed_size_list)) return std::nullopt;
  return plain.children[0].size_bytes() + validity_bytes(plain);
}

Result<EncodedArray> encode(const Column& plain, EncodeContext& context) {
  auto node = make_node(fixed_size_list_encoding.id);
  node.children.push_back(GYRE_TRY(context.child(plain.children[0])));
  append_validity(node, plain);
  return node;
}

}  // namespace

const Encoding fixed_size_list_encoding{.id = "vortex.fixed_size_list",
                                        .open = open,
                                        .reader = reader,
                                        .estimate = estimate,
                                        .encode = encode};

}  // namespace gyre
