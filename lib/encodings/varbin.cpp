#include "encodings/varbin.hpp"

#include <algorithm>
#include <bit>

#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

VarBin::VarBin(const ArrayParts& parts, Buffer all_bytes, ArrayRef bounds, ArrayRef validity_child)
    : Array(parts),
      bytes(std::move(all_bytes)),
      offsets(std::move(bounds)),
      validity(std::move(validity_child)) {}

VarBin::VarBin(DType own_dtype, std::uint64_t own_rows, Buffer all_bytes, ArrayRef bounds,
               ArrayRef validity_child)
    : Array(varbin_encoding, std::move(own_dtype), own_rows),
      bytes(std::move(all_bytes)),
      offsets(std::move(bounds)),
      validity(std::move(validity_child)) {}

namespace {

constexpr unsigned offsets_ptype_field = 1;

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is_text()) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 1, 2));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto ptype = GYRE_TRY(index_ptype(meta.number(offsets_ptype_field), parts.id()));
  const auto bounds = checked_add(parts.rows, std::uint64_t{1});
  if (!bounds) return fail(Code::corrupt, "{}: {} rows are too many", parts.id(), parts.rows);
  auto bytes = GYRE_TRY(parts.buffer(0));
  auto offsets = GYRE_TRY(parts.child(0, DType::primitive(ptype), *bounds));
  auto validity = GYRE_TRY(parts.validity(1));
  return std::make_shared<VarBin>(parts, std::move(bytes), std::move(offsets), std::move(validity));
}

class VarBinReader final : public Nullable<TextReader> {
 public:
  VarBinReader(ValidityReader validity, const VarBin& array, IndexReader offsets,
               ReadContext& context)
      : Nullable(std::move(validity), array.rows, context),
        bytes_(array.bytes),
        offsets_(std::move(offsets)) {}

  Result<void> read(RowRange rows, const TileMask& mask, ByteArena&,
                    std::string_view* out) override {
    std::fill_n(out, rows.size(), std::string_view());
    auto wanted = mask;
    GYRE_TRY(keep_valid(rows, wanted));
    if (wanted.none()) return {};
    ReadContext::Scratch<std::uint64_t> bounds(context(), tile_rows + 1);
    GYRE_TRY(offsets_.read_bounds(rows, bounds.data()));
    bool inside = true;
    wanted.for_each(
        [&](std::uint64_t row) { inside = inside && cut(bounds[row], bounds[row + 1], out[row]); });
    return inside ? Result<void>() : outside();
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, ByteArena&,
                      std::string_view* out) override {
    std::fill_n(out, rows.size(), std::string_view());
    TileMask valid;
    GYRE_TRY(gather_validity(base, rows, valid));
    ReadContext::Scratch<std::uint64_t> firsts(context(), tile_rows);
    ReadContext::Scratch<std::uint64_t> lasts(context(), tile_rows);
    GYRE_TRY(offsets_.gather(base, rows, firsts.data()));
    GYRE_TRY(offsets_.gather(base + 1, rows, lasts.data()));
    bool inside = true;
    valid.for_each([&](std::uint64_t i) { inside = inside && cut(firsts[i], lasts[i], out[i]); });
    context().counters.rows_gathered += rows.size();
    return inside ? Result<void>() : outside();
  }

 private:
  bool cut(std::uint64_t first, std::uint64_t last, std::string_view& out) const {
    if (first > last || last > bytes_.size()) return false;
    out = bytes_.text().substr(first, last - first);
    return true;
  }
  Result<void> outside() const {
    return fail(Code::corrupt, "{}: offsets that fall or pass the {} bytes", varbin_encoding.id,
                bytes_.size());
  }

  Buffer bytes_;
  IndexReader offsets_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& varbin = static_cast<const VarBin&>(*array);
  auto offsets = GYRE_TRY(IndexReader::make(varbin.offsets, context));
  auto validity = GYRE_TRY(ValidityReader::make(varbin.validity, context));
  return std::make_unique<VarBinReader>(std::move(validity), varbin, std::move(offsets), context);
}

std::uint64_t text_bytes(const Column& plain) {
  std::uint64_t bytes = 0;
  for (std::uint64_t row = 0; row < plain.rows; ++row)
    if (plain.is_valid(row)) bytes += text_at(plain, row).size();
  return bytes;
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext&) {
  if (!plain.dtype.is_text()) return std::nullopt;
  const auto bytes = text_bytes(plain);
  const auto offset_bits = static_cast<unsigned>(std::bit_width(bytes));
  return bytes + bitmap_bytes((plain.rows + 1) * offset_bits) + validity_bytes(plain);
}

Result<EncodedArray> encode(const Column& plain, EncodeContext& context) {
  const auto size = text_bytes(plain);
  auto bytes = MutableBuffer::uninitialized(0);
  bytes.reserve(size);
  const auto offsets = index_column(plain.rows + 1, size, [&](std::uint64_t row) {
    const auto end = bytes.size();  // of the row before
    if (row < plain.rows && plain.is_valid(row))
      bytes.append(std::as_bytes(std::span(text_at(plain, row))));
    return end;
  });
  auto stored = GYRE_TRY(context.child(offsets));
  auto node = make_varbin(std::move(bytes).freeze(), std::move(stored), offsets.dtype.ptype());
  append_validity(node, plain);
  return node;
}

}  // namespace

EncodedArray make_varbin(Buffer bytes, EncodedArray offsets, PType offsets_ptype) {
  auto node = make_node(
      varbin_encoding.id,
      ProtobufWriter().number(offsets_ptype_field, static_cast<unsigned>(offsets_ptype)).finish());
  append_buffer(node, std::move(bytes));
  node.children.push_back(std::move(offsets));
  return node;
}

const Encoding varbin_encoding{
    .id = "vortex.varbin", .open = open, .reader = reader, .estimate = estimate, .encode = encode};

}  // namespace gyre
