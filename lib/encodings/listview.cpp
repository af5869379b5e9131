#include "encodings/listview.hpp"

#include "base/protobuf.hpp"
#include "encodings/detail/element_lists.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

ListView::ListView(const ArrayParts& parts, ArrayRef all_elements, ArrayRef starts, ArrayRef counts,
                   ArrayRef validity_child)
    : Array(parts),
      elements(std::move(all_elements)),
      offsets(std::move(starts)),
      sizes(std::move(counts)),
      validity(std::move(validity_child)) {}

namespace {

constexpr unsigned elements_len_field = 1;
constexpr unsigned offset_ptype_field = 2;
constexpr unsigned size_ptype_field = 3;

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::list)) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 3, 4));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto offset_ptype = GYRE_TRY(index_ptype(meta.number(offset_ptype_field), parts.id()));
  const auto size_ptype = GYRE_TRY(index_ptype(meta.number(size_ptype_field), parts.id()));
  auto elements = GYRE_TRY(parts.child(0, parts.dtype.element(), meta.number(elements_len_field)));
  auto offsets = GYRE_TRY(parts.child(1, DType::primitive(offset_ptype), parts.rows));
  auto sizes = GYRE_TRY(parts.child(2, DType::primitive(size_ptype), parts.rows));
  auto validity = GYRE_TRY(parts.validity(3));
  return std::make_shared<ListView>(parts, std::move(elements), std::move(offsets),
                                    std::move(sizes), std::move(validity));
}

class ListViewReader final : public ElementLists {
 public:
  ListViewReader(ValidityReader validity, std::uint64_t rows, ReaderRef elements,
                 IndexReader offsets, IndexReader sizes, ReadContext& context)
      : ElementLists(std::move(validity), rows, std::move(elements)),
        offsets_(std::move(offsets)),
        sizes_(std::move(sizes)),
        context_(context) {}

  Result<void> ranges(RowRange rows, RowRange* out) override {
    ReadContext::Scratch<std::uint64_t> offsets(context_, tile_rows);
    ReadContext::Scratch<std::uint64_t> sizes(context_, tile_rows);
    GYRE_TRY(offsets_.read(rows, offsets.data()));
    GYRE_TRY(sizes_.read(rows, sizes.data()));
    return fill_ranges(rows, out, [&](std::uint64_t i) -> Result<RowRange> {
      if (offsets[i] > element_rows() || sizes[i] > element_rows() - offsets[i])
        return fail(Code::corrupt, "{}: row {} holds {} elements from {} on, of {}",
                    listview_encoding.id, rows.first + i, sizes[i], offsets[i], element_rows());
      return RowRange{offsets[i], offsets[i] + sizes[i]};
    });
  }

 private:
  IndexReader offsets_, sizes_;
  ReadContext& context_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& list = static_cast<const ListView&>(*array);
  auto elements = GYRE_TRY(make_reader(list.elements, context));
  auto offsets = GYRE_TRY(IndexReader::make(list.offsets, context));
  auto sizes = GYRE_TRY(IndexReader::make(list.sizes, context));
  auto validity = GYRE_TRY(ValidityReader::make(list.validity, context));
  return std::make_unique<ListViewReader>(std::move(validity), list.rows, std::move(elements),
                                          std::move(offsets), std::move(sizes), context);
}

std::uint64_t offset_at(const Column& plain, std::uint64_t row) {
  return load<std::uint64_t>(plain.buffers[0].data() + row * sizeof(std::uint64_t));
}

Result<EncodedArray> encode(const Column& plain, EncodeContext& context) {
  const auto& elements = plain.children[0];
  const auto starts = index_column(plain.rows, elements.rows,
                                   [&](std::uint64_t row) { return offset_at(plain, row); });
  const auto sizes = index_column(plain.rows, elements.rows, [&](std::uint64_t row) {
    return offset_at(plain, row + 1) - offset_at(plain, row);
  });
  const auto number = [](const Column& column) {
    return static_cast<unsigned>(column.dtype.ptype());
  };
  auto node = make_node(listview_encoding.id, ProtobufWriter()
                                                  .number(elements_len_field, elements.rows)
                                                  .number(offset_ptype_field, number(starts))
                                                  .number(size_ptype_field, number(sizes))
                                                  .finish());
  node.children.push_back(GYRE_TRY(context.child(elements)));
  node.children.push_back(GYRE_TRY(context.child(starts)));
  node.children.push_back(GYRE_TRY(context.child(sizes)));
  append_validity(node, plain);
  return node;
}

}  // namespace

// Offsets alone say as much in less: no estimate, so that only maps ask for it.
const Encoding listview_encoding{
    .id = "vortex.listview", .open = open, .reader = reader, .encode = encode};

}  // namespace gyre
