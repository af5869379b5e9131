#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/buffer.hpp"
#include "base/result.hpp"

namespace gyre {

/// One node of the layout tree as the file holds it, unopened: what planning and inspection look at. Cheap to copy; the
/// tree's bytes stay alive with it, and children are read only when asked for.
///
/// Source   schema/layout.fbs
class LayoutView {
 public:
  LayoutView() = default;
  /// `ids` are the footer's layout ids.
  /// Errors   Code::corrupt: no valid flatbuffer, over 64 levels or 1,000,000 nodes
  static Result<LayoutView> parse(const Buffer& flatbuffer, std::vector<std::string_view> ids);

  /// Empty where the number that the node names is not in the footer's list.
  std::string_view id() const;
  std::uint16_t id_number() const;
  std::uint64_t rows() const;
  std::span<const std::byte> metadata() const;
  std::size_t child_count() const;
  LayoutView child(std::size_t index) const;
  std::size_t segment_count() const;
  std::uint32_t segment(std::size_t index) const;

 private:
  struct Tree;
  LayoutView(std::shared_ptr<const Tree> tree, const void* node)
      : tree_(std::move(tree)), node_(node) {}

  std::shared_ptr<const Tree> tree_;
  const void* node_ = nullptr;
};

}  // namespace gyre
