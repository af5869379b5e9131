#include "encodings/list.hpp"

#include <bit>

#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/element_lists.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"

namespace gyre {

List::List(const ArrayParts& parts, ArrayRef all_elements, ArrayRef bounds, ArrayRef validity_child)
    : Array(parts),
      elements(std::move(all_elements)),
      offsets(std::move(bounds)),
      validity(std::move(validity_child)) {}

namespace {

constexpr unsigned elements_len_field = 1;
constexpr unsigned offset_ptype_field = 2;

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::list)) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 2, 3));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto ptype = GYRE_TRY(index_ptype(meta.number(offset_ptype_field), parts.id()));
  const auto bounds = checked_add(parts.rows, std::uint64_t{1});
  if (!bounds) return fail(Code::corrupt, "{}: {} rows are too many", parts.id(), parts.rows);
  auto elements = GYRE_TRY(parts.child(0, parts.dtype.element(), meta.number(elements_len_field)));
  auto offsets = GYRE_TRY(parts.child(1, DType::primitive(ptype), *bounds));
  auto validity = GYRE_TRY(parts.validity(2));
  return std::make_shared<List>(parts, std::move(elements), std::move(offsets),
                                std::move(validity));
}

class OffsetListReader final : public ElementLists {
 public:
  /// `first` is the bound at which the elements begin.
  OffsetListReader(ValidityReader validity, std::uint64_t rows, ReaderRef elements,
                   IndexReader offsets, std::uint64_t first, ReadContext& context)
      : ElementLists(std::move(validity), rows, std::move(elements)),
        offsets_(std::move(offsets)),
        first_(first),
        context_(context) {}

  Result<void> ranges(RowRange rows, RowRange* out) override {
    ReadContext::Scratch<std::uint64_t> bounds(context_, tile_rows + 1);
    GYRE_TRY(offsets_.read_bounds(rows, bounds.data()));
    return fill_ranges(rows, out, [&](std::uint64_t i) -> Result<RowRange> {
      if (bounds[i] < first_ || bounds[i] > bounds[i + 1] ||
          bounds[i + 1] - first_ > element_rows())
        return fail(Code::corrupt, "{}: row {} holds elements {} to {} of {} from {} on",
                    list_encoding.id, rows.first + i, bounds[i], bounds[i + 1], element_rows(),
                    first_);
      return RowRange{bounds[i] - first_, bounds[i + 1] - first_};
    });
  }

 private:
  IndexReader offsets_;
  std::uint64_t first_;
  ReadContext& context_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& list = static_cast<const List&>(*array);
  auto elements = GYRE_TRY(make_reader(list.elements, context));
  auto offsets = GYRE_TRY(IndexReader::make(list.offsets, context));
  auto validity = GYRE_TRY(ValidityReader::make(list.validity, context));
  return std::make_unique<OffsetListReader>(std::move(validity), list.rows, std::move(elements),
                                            std::move(offsets), 0, context);
}

std::uint64_t offset_at(const Column& plain, std::uint64_t row) {
  return load<std::uint64_t>(plain.buffers[0].data() + row * sizeof(std::uint64_t));
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext&) {
  if (!plain.dtype.is(Kind::list)) return std::nullopt;
  const auto offset_bits = std::bit_width(offset_at(plain, plain.rows));
  return plain.children[0].size_bytes() +
         bitmap_bytes((plain.rows + 1) * static_cast<unsigned>(offset_bits)) +
         validity_bytes(plain);
}

Result<EncodedArray> encode(const Column& plain, EncodeContext& context) {
  const auto element_rows = offset_at(plain, plain.rows);
  const auto offsets = index_column(plain.rows + 1, element_rows,
                                    [&](std::uint64_t row) { return offset_at(plain, row); });
  auto node = make_node(list_encoding.id, ProtobufWriter()
                                              .number(elements_len_field, element_rows)
                                              .number(offset_ptype_field,
                                                      static_cast<unsigned>(offsets.dtype.ptype()))
                                              .finish());
  const auto& elements = plain.children[0];
  node.children.push_back(GYRE_TRY(
      context.child(elements.rows == element_rows ? elements : slice(elements, 0, element_rows))));
  node.children.push_back(GYRE_TRY(context.child(offsets)));
  append_validity(node, plain);
  return node;
}

}  // namespace

Result<ReaderRef> make_list_reader(
    ReaderRef offsets, PType ptype,
    const std::function<Result<ReaderRef>(RowRange elements)>& elements_of, ReadContext& context) {
  const auto rows = offsets->rows() - 1;
  auto bounds = GYRE_TRY(IndexReader::make(std::move(offsets), ptype, list_encoding.id, context));
  std::uint64_t first = 0, last = 0;
  const std::uint32_t here = 0;
  GYRE_TRY(bounds.gather(0, {&here, 1}, &first));
  GYRE_TRY(bounds.gather(rows, {&here, 1}, &last));
  if (last < first)
    return fail(Code::corrupt, "{}: elements {} to {}", list_encoding.id, first, last);
  auto elements = GYRE_TRY(elements_of({first, last}));
  return std::make_unique<OffsetListReader>(ValidityReader(), rows, std::move(elements),
                                            std::move(bounds), first, context);
}

const Encoding list_encoding{
    .id = "vortex.list", .open = open, .reader = reader, .estimate = estimate, .encode = encode};

}  // namespace gyre
