#include "encodings/list.hpp"

#include "array/masked_reader.hpp"
#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "layout/layout.hpp"

namespace gyre {
namespace {

/// Lists whose elements, bounds and nulls lie in layouts of their own, each with its own chunks.
class Lists final : public Layout {
 public:
  Lists(DType dtype, std::uint64_t rows, LayoutRef elements, LayoutRef offsets, LayoutRef validity)
      : Layout(std::move(dtype), rows),
        elements_(std::move(elements)),
        offsets_(std::move(offsets)),
        validity_(std::move(validity)) {}

  void boundaries(RowRange rows, std::uint64_t base,
                  std::vector<std::uint64_t>& out) const override {
    offsets_->boundaries(rows, base, out);
  }
  /// Which elements the rows hold is known once the bounds are read: all of them, as far as plans go.
  void segments(RowRange rows, SegmentSet& out) const override {
    if (rows.empty()) return;
    offsets_->segments({rows.first, rows.last + 1}, out);
    elements_->segments({0, elements_->rows()}, out);
    if (validity_) validity_->segments(rows, out);
  }
  Result<LayoutRef> field(std::size_t) const override {
    return fail(Code::unsupported, "a field of a list");
  }
  Result<ReaderRef> reader(RowRange rows, SegmentSource& source,
                           ReadContext& context) const override {
    auto offsets = GYRE_TRY(offsets_->reader({rows.first, rows.last + 1}, source, context));
    const auto elements = [&](RowRange wanted) -> Result<ReaderRef> {
      if (wanted.last > elements_->rows())
        return fail(Code::corrupt, "lists of elements up to {} of {}", wanted.last,
                    elements_->rows());
      return elements_->reader(wanted, source, context);
    };
    auto lists = GYRE_TRY(
        make_list_reader(std::move(offsets), offsets_->dtype().ptype(), elements, context));
    if (!validity_) return lists;
    auto validity = GYRE_TRY(validity_->reader(rows, source, context));
    return mask_reader(std::move(lists), std::move(validity), context);
  }

 private:
  LayoutRef elements_, offsets_;
  LayoutRef validity_;  ///< null: no nulls
};

Result<LayoutRef> open(const LayoutParts& parts) {
  if (!parts.dtype.is(Kind::list))
    return fail(Code::corrupt, "{}: the column is no list", parts.node.id());
  const bool nullable = parts.dtype.nullable();
  GYRE_TRY(parts.expect_children(nullable ? 3 : 2));
  const auto metadata =
      GYRE_TRY(within(ProtobufFields::parse(parts.node.metadata()), "{}", parts.node.id()));
  const auto ptype = metadata.number(1);
  const auto bounds = checked_add(parts.rows(), std::uint64_t{1});
  if (ptype > static_cast<std::uint64_t>(PType::i64) || !bounds)
    return fail(Code::corrupt, "{}: {} rows with offsets of type number {}", parts.node.id(),
                parts.rows(), ptype);
  auto elements = GYRE_TRY(parts.child(0, parts.dtype.element()));
  auto offsets = GYRE_TRY(parts.child(1, DType::primitive(static_cast<PType>(ptype)), *bounds));
  LayoutRef validity;
  if (nullable) validity = GYRE_TRY(parts.child(2, DType::boolean(), parts.rows()));
  return std::make_shared<Lists>(parts.dtype, parts.rows(), std::move(elements), std::move(offsets),
                                 std::move(validity));
}

}  // namespace

const LayoutKind list_layout{.id = "vortex.list", .open = open};

}  // namespace gyre
