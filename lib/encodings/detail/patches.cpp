#include "encodings/detail/patches.hpp"

#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"

namespace gyre {
namespace {

constexpr unsigned len_field = 1;
constexpr unsigned offset_field = 2;
constexpr unsigned indices_ptype_field = 3;
constexpr unsigned chunk_offsets_ptype_field = 5;

}  // namespace

Result<PatchesMessage> PatchesMessage::read(const ProtobufFields& meta, unsigned field) {
  PatchesMessage patches;
  if (!meta.has(field)) return patches;
  const auto message = GYRE_TRY(within(ProtobufFields::parse(meta.bytes(field)), "patches"));
  patches.children_ = message.has(chunk_offsets_ptype_field) ? 3 : 2;
  patches.count_ = message.number(len_field);
  patches.offset_ = message.number(offset_field);
  patches.indices_ptype_ = message.number(indices_ptype_field);
  return patches;
}

Result<std::shared_ptr<const Patches>> PatchesMessage::open(const ArrayParts& parts,
                                                            std::size_t first_child,
                                                            const DType& values) const {
  if (children_ == 0) return nullptr;
  if (count_ > parts.rows)
    return fail(Code::corrupt, "{}: {} patches for {} rows", parts.id(), count_, parts.rows);
  const auto ptype = GYRE_TRY(index_ptype(indices_ptype_, parts.id()));
  auto patches = std::make_shared<Patches>();
  patches->offset = offset_;
  patches->array_rows = parts.rows;
  if (!checked_add(offset_, parts.rows))
    return fail(Code::corrupt, "{}: patches from row {} on", parts.id(), offset_);
  patches->indices = GYRE_TRY(parts.child(first_child, DType::primitive(ptype), count_));
  patches->values = GYRE_TRY(parts.child(first_child + 1, values, count_));
  return patches;
}

Result<std::shared_ptr<const Rising>> Patches::read_rows(ReadContext& context) const {
  return rows.get(
      [&] { return Rising::read(indices, offset, array_rows, "rows of patches", context); });
}

Result<PatchRange> PatchRows::find(RowRange rows, ReadContext& context) {
  if (!patches_) return PatchRange{};
  if (rows.size() == 1 && searches(1, context)) return search(rows.first);
  return find_in_all(rows, context);
}

Result<PatchRange> PatchRows::find_in_all(RowRange rows, ReadContext& context) {
  if (!rows_) rows_ = GYRE_TRY(patches_->read_rows(context));
  PatchRange range;
  range.first = rows_->find(rows.first, rows.first >= last_row_ ? last_patch_ : 0);
  range.last = rows_->find(rows.last, range.first);
  last_row_ = rows.last;
  last_patch_ = range.last;
  return range;
}

bool PatchRows::searches(std::size_t rows, ReadContext& context) {
  if (!rows_) rows_ = patches_->rows.made();
  if (rows_) return false;
  if (!search_) search_.emplace(patches_->indices, context);
  return search_->pays(rows);
}

Result<PatchRange> PatchRows::search(std::uint64_t row) {
  const auto number = row + patches_->offset;
  const auto found = GYRE_TRY(search_->find(number));
  searched_row_ = row;
  const bool hit = found.index < patches_->count() && found.number == number;
  const auto first = static_cast<std::size_t>(found.index);
  return PatchRange{first, first + (hit ? 1 : 0)};
}

Result<Buffer> encode_patches(EncodedArray& node, std::span<const std::uint32_t> rows,
                              const Column& values, EncodeContext& context) {
  const auto indices = index_column(rows.size(), rows.empty() ? 0 : rows.back(),
                                    [&](std::uint64_t i) { return rows[i]; });
  node.children.push_back(GYRE_TRY(context.child(indices)));
  node.children.push_back(GYRE_TRY(context.child(values)));
  return ProtobufWriter()
      .number(len_field, rows.size())
      .number(indices_ptype_field, static_cast<unsigned>(indices.dtype.ptype()))
      .finish();
}

}  // namespace gyre
