#include <algorithm>

#include "array/concat_reader.hpp"
#include "layout/layout.hpp"

namespace gyre {
namespace {

/// Pieces of the same dtype, one after another; their rows are not stored, but add up.
class Chunked final : public Layout {
 public:
  Chunked(DType dtype, std::uint64_t rows, std::vector<LayoutRef> chunks,
          std::vector<std::uint64_t> starts)
      : Layout(std::move(dtype), rows), chunks_(std::move(chunks)), starts_(std::move(starts)) {}

  void boundaries(RowRange rows, std::uint64_t base,
                  std::vector<std::uint64_t>& out) const override {
    for (auto i = first_chunk(rows.first); i < chunks_.size() && starts_[i] < rows.last; ++i) {
      if (starts_[i] >= rows.first) out.push_back(base + starts_[i]);
      chunks_[i]->boundaries(inside(i, rows), base + starts_[i], out);
    }
  }

  void segments(RowRange rows, SegmentSet& out) const override {
    for (auto i = first_chunk(rows.first); i < chunks_.size() && starts_[i] < rows.last; ++i)
      chunks_[i]->segments(inside(i, rows), out);
  }

  Result<LayoutRef> field(std::size_t index) const override {
    const auto& whole = dtype().physical();
    if (!whole.is(Kind::structure) || index >= whole.field_count())
      return fail(Code::invalid_argument, "no field {} in this column", index);
    std::vector<LayoutRef> fields;
    for (const auto& chunk : chunks_) fields.push_back(GYRE_TRY(chunk->field(index)));
    auto field_dtype =
        whole.field(index).with_nullable(whole.nullable() || whole.field(index).nullable());
    return std::make_shared<Chunked>(std::move(field_dtype), rows(), std::move(fields), starts_);
  }

  Result<ReaderRef> reader(RowRange rows, SegmentSource& source,
                           ReadContext& context) const override {
    std::vector<ReaderRef> parts;
    for (auto i = first_chunk(rows.first); i < chunks_.size() && starts_[i] < rows.last; ++i) {
      const auto wanted = inside(i, rows);
      if (!wanted.empty()) parts.push_back(GYRE_TRY(chunks_[i]->reader(wanted, source, context)));
    }
    if (parts.size() == 1) return std::move(parts.front());
    return concat_readers(std::move(parts), dtype(), context);
  }

 private:
  std::size_t first_chunk(std::uint64_t row) const {
    const auto after = std::ranges::upper_bound(starts_, row);
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, after - starts_.begin() - 1));
  }
  /// The rows of chunk `index` that lie in `rows`, in the chunk's own count.
  RowRange inside(std::size_t index, RowRange rows) const {
    const auto start = starts_[index];
    const auto cut = rows.cut({start, start + chunks_[index]->rows()});
    return {cut.first - start, cut.last - start};
  }

  std::vector<LayoutRef> chunks_;
  std::vector<std::uint64_t> starts_;  // first row of each chunk
};

Result<LayoutRef> open(const LayoutParts& parts) {
  std::vector<LayoutRef> chunks;
  std::vector<std::uint64_t> starts;
  std::uint64_t rows = 0;
  for (std::size_t i = 0; i < parts.node.child_count(); ++i) {
    chunks.push_back(GYRE_TRY(parts.child(i, parts.dtype)));
    starts.push_back(rows);
    const auto sum = checked_add(rows, chunks.back()->rows());
    if (!sum)
      return fail(Code::corrupt, "{}: chunk {} has {} rows", parts.node.id(), i,
                  chunks.back()->rows());
    rows = *sum;
  }
  if (rows != parts.rows())
    return fail(Code::corrupt, "{}: chunks hold {} rows, expected {}", parts.node.id(), rows,
                parts.rows());
  if (chunks.size() == 1) return std::move(chunks.front());
  return std::make_shared<Chunked>(parts.dtype, rows, std::move(chunks), std::move(starts));
}

}  // namespace

const LayoutKind chunked_layout{.id = "vortex.chunked", .open = open};

}  // namespace gyre
