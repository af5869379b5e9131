#include "layout/layout_view.hpp"

#include "wire/layout_generated.h"

namespace gyre {
namespace {

constexpr unsigned max_depth = 64;
constexpr unsigned max_nodes = 1'000'000;

const wire::Layout& table(const void* node) { return *static_cast<const wire::Layout*>(node); }

}  // namespace

struct LayoutView::Tree {
  Buffer bytes;
  std::vector<std::string_view> ids;
};

Result<LayoutView> LayoutView::parse(const Buffer& flatbuffer, std::vector<std::string_view> ids) {
  auto bytes = flatbuffer.aligned(8) ? flatbuffer : Buffer::copy(flatbuffer.bytes());
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(),
                                 max_depth, max_nodes);
  if (!verifier.VerifyBuffer<wire::Layout>(nullptr))
    return fail(Code::corrupt, "layout: not a valid flatbuffer of at most {} levels and {} nodes",
                max_depth, max_nodes);
  const void* root = flatbuffers::GetRoot<wire::Layout>(bytes.data());
  return LayoutView(std::make_shared<const Tree>(Tree{std::move(bytes), std::move(ids)}), root);
}

std::string_view LayoutView::id() const {
  const auto number = id_number();
  return number < tree_->ids.size() ? tree_->ids[number] : std::string_view{};
}

std::uint16_t LayoutView::id_number() const { return table(node_).encoding(); }
std::uint64_t LayoutView::rows() const { return table(node_).row_count(); }

std::span<const std::byte> LayoutView::metadata() const {
  const auto* bytes = table(node_).metadata();
  return bytes ? std::as_bytes(std::span(bytes->data(), bytes->size()))
               : std::span<const std::byte>{};
}

std::size_t LayoutView::child_count() const {
  const auto* children = table(node_).children();
  return children ? children->size() : 0;
}

LayoutView LayoutView::child(std::size_t index) const {
  return {tree_, table(node_).children()->Get(static_cast<flatbuffers::uoffset_t>(index))};
}

std::size_t LayoutView::segment_count() const {
  const auto* segments = table(node_).segments();
  return segments ? segments->size() : 0;
}

std::uint32_t LayoutView::segment(std::size_t index) const {
  return table(node_).segments()->Get(static_cast<flatbuffers::uoffset_t>(index));
}

}  // namespace gyre
