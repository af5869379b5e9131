#include <mutex>

#include "array/masked_reader.hpp"
#include "layout/layout.hpp"
#include "layout/zone_map.hpp"

namespace gyre {
namespace {

/// A field of a nullable struct: its own values, null where the struct is null.
class MaskedField final : public Layout {
 public:
  MaskedField(LayoutRef field, LayoutRef validity)
      : Layout(field->dtype().with_nullable(true), field->rows()),
        field_(std::move(field)),
        validity_(std::move(validity)) {}

  void boundaries(RowRange rows, std::uint64_t base,
                  std::vector<std::uint64_t>& out) const override {
    field_->boundaries(rows, base, out);
  }
  void segments(RowRange rows, SegmentSet& out) const override {
    field_->segments(rows, out);
    validity_->segments(rows, out);
  }
  Result<LayoutRef> field(std::size_t index) const override {
    return std::make_shared<MaskedField>(GYRE_TRY(field_->field(index)), validity_);
  }
  Result<ReaderRef> reader(RowRange rows, SegmentSource& source,
                           ReadContext& context) const override {
    auto values = GYRE_TRY(field_->reader(rows, source, context));
    auto validity = GYRE_TRY(validity_->reader(rows, source, context));
    return mask_reader(std::move(values), std::move(validity), context);
  }

 private:
  LayoutRef field_, validity_;
};

/// One layout a field. Fields are opened when they are first asked for, since files may have thousands.
class Struct final : public Layout {
 public:
  Struct(LayoutParts parts, LayoutRef validity)
      : Layout(parts.dtype, parts.rows()),
        parts_(std::move(parts)),
        validity_(std::move(validity)) {
    fields_.resize(dtype().field_count());
  }

  void segments(RowRange rows, SegmentSet& out) const override {
    if (validity_) validity_->segments(rows, out);
    for (std::size_t i = 0; i < fields_.size(); ++i)
      if (const auto field = plain_field(i)) (*field)->segments(rows, out);
  }
  void boundaries(RowRange rows, std::uint64_t base,
                  std::vector<std::uint64_t>& out) const override {
    for (std::size_t i = 0; i < fields_.size(); ++i)
      if (const auto field = plain_field(i)) (*field)->boundaries(rows, base, out);
  }
  Result<LayoutRef> field(std::size_t index) const override {
    if (index >= fields_.size())
      return fail(Code::invalid_argument, "no field {} in this column", index);
    auto field = GYRE_TRY(plain_field(index));
    if (!validity_) return field;
    return std::make_shared<MaskedField>(std::move(field), validity_);
  }
  Result<ReaderRef> reader(RowRange rows, SegmentSource& source,
                           ReadContext& context) const override {
    std::vector<ReaderRef> readers;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const auto field = GYRE_TRY(plain_field(i));
      readers.push_back(GYRE_TRY(
          within(field->reader(rows, source, context), "field {}", dtype().field_name(i))));
    }
    ReaderRef validity;
    if (validity_) validity = GYRE_TRY(validity_->reader(rows, source, context));
    return struct_reader(std::move(readers), std::move(validity), rows.size());
  }

 private:
  Result<LayoutRef> plain_field(std::size_t index) const {
    const std::scoped_lock lock(mutex_);
    auto& field = fields_[index];
    if (!field)
      field =
          GYRE_TRY(within(parts_.child(index + (validity_ ? 1 : 0), dtype().field(index), rows()),
                          "field {}", dtype().field_name(index)));
    return field;
  }

  LayoutParts parts_;
  LayoutRef validity_;
  mutable std::mutex mutex_;
  mutable std::vector<LayoutRef> fields_;
};

Result<LayoutRef> open(const LayoutParts& parts) {
  if (!parts.dtype.is(Kind::structure))
    return fail(Code::corrupt, "{}: the column is no struct", parts.node.id());
  const auto fields = parts.dtype.field_count();
  // Release 0.36 wrote nullable structs without a validity child: all rows count as valid.
  const bool has_validity = parts.dtype.nullable() && parts.node.child_count() == fields + 1;
  GYRE_TRY(parts.expect_children(fields + (has_validity ? 1 : 0)));
  LayoutRef validity;
  if (has_validity) validity = GYRE_TRY(parts.child(0, DType::boolean(), parts.rows()));
  return std::make_shared<Struct>(parts, std::move(validity));
}

}  // namespace

const LayoutKind struct_layout{.id = "vortex.struct", .open = open};

}  // namespace gyre
