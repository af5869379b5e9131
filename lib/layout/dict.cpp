#include "encodings/dict.hpp"

#include <mutex>

#include "array/column_sink.hpp"
#include "base/protobuf.hpp"
#include "layout/layout.hpp"

namespace gyre {
namespace {

/// Distinct values once, and a code for each row. Values are decoded once, for all workers.
class Dict final : public Layout {
 public:
  Dict(DType dtype, std::uint64_t rows, LayoutRef values, LayoutRef codes)
      : Layout(std::move(dtype), rows), values_(std::move(values)), codes_(std::move(codes)) {}

  void boundaries(RowRange rows, std::uint64_t base,
                  std::vector<std::uint64_t>& out) const override {
    codes_->boundaries(rows, base, out);
  }
  void segments(RowRange rows, SegmentSet& out) const override {
    codes_->segments(rows, out);
    if (!rows.empty()) values_->segments({0, values_->rows()}, out);
  }
  Result<LayoutRef> field(std::size_t) const override {
    return fail(Code::unsupported, "a field of a dictionary of structs");
  }
  Result<ReaderRef> reader(RowRange rows, SegmentSource& source,
                           ReadContext& context) const override {
    auto codes = GYRE_TRY(codes_->reader(rows, source, context));
    const auto& values = *GYRE_TRY(plain_values(source));
    return make_dict_reader(dtype(), std::move(codes), reader_of(values, context), context);
  }

 private:
  Result<const Column*> plain_values(SegmentSource& source) const {
    const std::scoped_lock lock(mutex_);
    if (!plain_) {
      ReadContext context;
      const RowRange all{0, values_->rows()};
      auto reader = GYRE_TRY(values_->reader(all, source, context));
      plain_ = std::make_unique<const Column>(
          GYRE_TRY(read_column(*reader, values_->dtype(), all, context)));
    }
    return plain_.get();
  }

  LayoutRef values_, codes_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<const Column> plain_;
};

Result<LayoutRef> open(const LayoutParts& parts) {
  GYRE_TRY(parts.expect_children(2));
  const auto metadata =
      GYRE_TRY(within(ProtobufFields::parse(parts.node.metadata()), "{}", parts.node.id()));
  const auto ptype = metadata.number(1);
  if (ptype > static_cast<std::uint64_t>(PType::u64))
    return fail(Code::corrupt, "{}: codes of type number {}, expected an unsigned one",
                parts.node.id(), ptype);
  const auto nullable_codes = metadata.optional_number(2);
  const bool nullable = nullable_codes ? *nullable_codes != 0 : parts.dtype.nullable();
  auto values = GYRE_TRY(parts.child(0, parts.dtype));
  auto codes =
      GYRE_TRY(parts.child(1, DType::primitive(static_cast<PType>(ptype), nullable), parts.rows()));
  return std::make_shared<Dict>(parts.dtype, parts.rows(), std::move(values), std::move(codes));
}

}  // namespace

const LayoutKind dict_layout{.id = "vortex.dict", .open = open};

}  // namespace gyre
