#include "array/encoding.hpp"
#include "array/masked_reader.hpp"
#include "layout/layout.hpp"

namespace gyre {
namespace {

/// A field of a struct that lies whole in one segment.
class FlatField final : public Layout {
 public:
  FlatField(LayoutRef whole, std::size_t index)
      : Layout(field_dtype(*whole, index), whole->rows()),
        whole_(std::move(whole)),
        index_(index) {}

  void segments(RowRange rows, SegmentSet& out) const override { whole_->segments(rows, out); }
  Result<LayoutRef> field(std::size_t index) const override;
  Result<ReaderRef> reader(RowRange rows, SegmentSource& source,
                           ReadContext& context) const override {
    auto whole = GYRE_TRY(whole_->reader(rows, source, context));
    if (whole->shape() == Shape::null) return whole;
    return field_reader(std::move(whole), index_, context);
  }

 private:
  static DType field_dtype(const Layout& whole, std::size_t index) {
    const auto& dtype = whole.dtype().physical();
    return dtype.nullable() ? dtype.field(index).with_nullable(true) : dtype.field(index);
  }
  LayoutRef whole_;
  std::size_t index_;
};

Result<LayoutRef> field_of(const LayoutRef& whole, std::size_t index) {
  const auto& dtype = whole->dtype().physical();
  if (!dtype.is(Kind::structure) || index >= dtype.field_count())
    return fail(Code::invalid_argument, "no field {} in this column", index);
  return std::make_shared<FlatField>(whole, index);
}

/// One segment holds the array.
class Flat final : public Layout, public std::enable_shared_from_this<Flat> {
 public:
  Flat(DType dtype, std::uint64_t rows, std::uint32_t segment)
      : Layout(std::move(dtype), rows), segment_(segment) {}

  void segments(RowRange rows, SegmentSet& out) const override {
    if (!rows.empty()) out.insert(segment_);
  }
  Result<LayoutRef> field(std::size_t index) const override {
    return field_of(shared_from_this(), index);
  }
  Result<ReaderRef> reader(RowRange wanted, SegmentSource& source,
                           ReadContext& context) const override {
    auto array = GYRE_TRY(source.array(segment_, dtype(), rows()));
    if (wanted != RowRange{0, rows()}) array = GYRE_TRY(slice(std::move(array), wanted));
    return within(make_reader(std::move(array), context), "segment {}", segment_);
  }

 private:
  std::uint32_t segment_;
};

Result<LayoutRef> FlatField::field(std::size_t index) const {
  return field_of(std::make_shared<FlatField>(whole_, index_), index);
}

Result<LayoutRef> open(const LayoutParts& parts) {
  GYRE_TRY(parts.expect_children(0));
  if (parts.node.segment_count() != 1)
    return fail(Code::corrupt, "{}: {} segments, expected 1", parts.node.id(),
                parts.node.segment_count());
  return std::make_shared<Flat>(parts.dtype, parts.rows(), GYRE_TRY(parts.segment(0)));
}

}  // namespace

const LayoutKind flat_layout{.id = "vortex.flat", .open = open};

}  // namespace gyre
