#include "layout/layout.hpp"

#include <array>

namespace gyre {

void Layout::boundaries(RowRange, std::uint64_t, std::vector<std::uint64_t>&) const {}

Result<std::shared_ptr<const ZoneMap>> Layout::zones(SegmentSource&) const { return nullptr; }

const LayoutKind* LayoutTable::find(std::string_view id) const {
  for (auto row = rows_.rbegin(); row != rows_.rend(); ++row)
    if ((*row)->id == id) return *row;
  return nullptr;
}

Result<std::uint32_t> LayoutParts::segment(std::size_t index) const {
  if (index >= node.segment_count())
    return fail(Code::corrupt, "{}: {} segments, expected {}", node.id(), node.segment_count(),
                index + 1);
  const auto number = node.segment(index);
  if (number >= segment_count_)
    return fail(Code::corrupt, "{}: segment {} of {} in the footer", node.id(), number,
                segment_count_);
  return number;
}

Result<void> LayoutParts::expect_children(std::size_t count) const {
  if (node.child_count() != count)
    return fail(Code::corrupt, "{}: {} children, expected {}", node.id(), node.child_count(),
                count);
  return {};
}

LayoutParts LayoutParts::child_parts(std::size_t index, const DType& child_dtype) const {
  return LayoutParts(node.child(index), child_dtype, *kinds_, segment_count_);
}

Result<LayoutRef> LayoutParts::child(std::size_t index, const DType& child_dtype) const {
  if (index >= node.child_count())
    return fail(Code::corrupt, "{}: {} children, expected {}", node.id(), node.child_count(),
                index + 1);
  return open_layout(child_parts(index, child_dtype));
}

Result<LayoutRef> LayoutParts::child(std::size_t index, const DType& child_dtype,
                                     std::uint64_t child_rows) const {
  auto opened = GYRE_TRY(child(index, child_dtype));
  if (opened->rows() != child_rows)
    return fail(Code::corrupt, "{}: child {} has {} rows, expected {}", node.id(), index,
                opened->rows(), child_rows);
  return opened;
}

Result<LayoutRef> open_layout(const LayoutParts& parts) {
  const auto id = parts.node.id();
  if (id.empty())
    return fail(Code::corrupt, "layout kind {} is not in the footer", parts.node.id_number());
  const auto* kind = parts.kinds_->find(id);
  if (!kind) return fail(Code::unsupported, "unknown layout '{}'", id);
  return kind->open(parts);
}

std::span<const LayoutKind* const> builtin_layouts() {
  static constexpr std::array kinds{&chunked_layout, &dict_layout,   &flat_layout, &list_layout,
                                    &stats_layout,   &struct_layout, &zoned_layout};
  return kinds;
}

}  // namespace gyre
