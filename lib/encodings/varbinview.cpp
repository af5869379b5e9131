#include "encodings/varbinview.hpp"

#include <algorithm>

#include "encodings/detail/node.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

VarBinView::VarBinView(const ArrayParts& parts, std::vector<Buffer> data_buffers, Buffer all_views,
                       ArrayRef validity_child)
    : Array(parts),
      data(std::move(data_buffers)),
      views(std::move(all_views)),
      validity(std::move(validity_child)) {}

namespace {

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is_text()) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 0, 1));
  if (parts.buffers() == 0) return fail(Code::corrupt, "{}: no buffer of views", parts.id());
  const auto last = parts.buffers() - 1;
  const auto view_bytes = GYRE_TRY(bytes_of(parts, parts.rows, sizeof(TextView)));
  auto views = GYRE_TRY(parts.buffer(last, 1, view_bytes));
  std::vector<Buffer> data;
  data.reserve(last);
  for (std::size_t i = 0; i < last; ++i) data.push_back(GYRE_TRY(parts.buffer(i)));
  auto validity = GYRE_TRY(parts.validity(0));
  return std::make_shared<VarBinView>(parts, std::move(data), std::move(views),
                                      std::move(validity));
}

class VarBinViewReader final : public Nullable<TextReader> {
 public:
  VarBinViewReader(ValidityReader validity, const VarBinView& array, ReadContext& context)
      : Nullable(std::move(validity), array.rows, context),
        data_(array.data),
        views_(array.views) {}

  Result<void> read(RowRange rows, const TileMask& mask, ByteArena&,
                    std::string_view* out) override {
    std::fill_n(out, rows.size(), std::string_view());
    auto wanted = mask;
    GYRE_TRY(keep_valid(rows, wanted));
    bool inside = true;
    wanted.for_each(
        [&](std::uint64_t row) { inside = inside && find(rows.first + row, out[row]); });
    return inside ? Result<void>() : outside();
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, ByteArena&,
                      std::string_view* out) override {
    std::fill_n(out, rows.size(), std::string_view());
    TileMask valid;
    GYRE_TRY(gather_validity(base, rows, valid));
    bool inside = true;
    valid.for_each([&](std::uint64_t i) { inside = inside && find(base + rows[i], out[i]); });
    context().counters.rows_gathered += rows.size();
    return inside ? Result<void>() : outside();
  }

 private:
  bool find(std::uint64_t row, std::string_view& out) const {
    const auto at = row * sizeof(TextView);
    const auto view = load<TextView>(views_.data() + at);
    if (view.size <= TextView::inline_bytes) {
      out = views_.text().substr(at + sizeof(view.size), view.size);
      return true;
    }
    if (view.buffer >= data_.size()) return false;
    const auto bytes = data_[view.buffer].text();
    if (view.offset > bytes.size() || view.size > bytes.size() - view.offset) return false;
    out = bytes.substr(view.offset, view.size);
    return true;
  }
  Result<void> outside() const {
    return fail(Code::corrupt, "{}: a view past its buffer", varbinview_encoding.id);
  }

  std::vector<Buffer> data_;
  Buffer views_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& varbinview = static_cast<const VarBinView&>(*array);
  auto validity = GYRE_TRY(ValidityReader::make(varbinview.validity, context));
  return std::make_unique<VarBinViewReader>(std::move(validity), varbinview, context);
}

Result<EncodedArray> encode(const Column& plain, EncodeContext&) {
  auto node = make_node(varbinview_encoding.id);
  for (std::size_t i = 1; i < plain.buffers.size(); ++i) append_buffer(node, plain.buffers[i]);
  append_buffer(node, plain.buffers[0].slice(0, plain.rows * sizeof(TextView)), sizeof(TextView));
  append_validity(node, plain);
  return node;
}

}  // namespace

// Views cost 16 bytes a row: no estimate, so that writers leave them alone.
const Encoding varbinview_encoding{
    .id = "vortex.varbinview", .open = open, .reader = reader, .encode = encode};

}  // namespace gyre
