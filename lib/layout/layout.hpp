#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "array/reader.hpp"
#include "dtype/dtype.hpp"
#include "layout/layout_view.hpp"
#include "layout/segment_source.hpp"

namespace gyre {

class Layout;
class LayoutParts;
class LayoutTable;
struct ZoneMap;
using LayoutRef = std::shared_ptr<const Layout>;

/// The opened form of a layout node: how the rows of one column (or of a struct of columns) lie in segments. Immutable,
/// used by all workers. Everything but `zones` and `reader` plans without I/O; CPU scan, GPU scan and shard planner share it.
class Layout {
 public:
  Layout(DType dtype, std::uint64_t rows) : dtype_(std::move(dtype)), rows_(rows) {}
  virtual ~Layout() = default;
  Layout(const Layout&) = delete;
  Layout& operator=(const Layout&) = delete;

  const DType& dtype() const { return dtype_; }
  std::uint64_t rows() const { return rows_; }

  /// Appends the rows inside `rows` at which a new piece begins, each plus `base`.
  virtual void boundaries(RowRange rows, std::uint64_t base, std::vector<std::uint64_t>& out) const;

  /// Adds the segments that `reader` will want for these rows.
  virtual void segments(RowRange rows, SegmentSet& out) const = 0;

  /// A field of a struct as a layout of its own, null where the struct is null.
  virtual Result<LayoutRef> field(std::size_t index) const = 0;

  /// Statistics per zone, read on first use; null where there are none.
  virtual Result<std::shared_ptr<const ZoneMap>> zones(SegmentSource& source) const;

  /// Gives the values of `rows`; the reader's row 0 is rows.first.
  virtual Result<ReaderRef> reader(RowRange rows, SegmentSource& source,
                                   ReadContext& context) const = 0;

 private:
  DType dtype_;
  std::uint64_t rows_;
};

/// One kind of layout: a row of the table of layouts.
struct LayoutKind {
  /// As files spell it: "vortex.chunked".
  std::string_view id;
  /// Checks the node and opens its children. No I/O.
  Result<LayoutRef> (*open)(const LayoutParts& parts);
};

/// Kinds by id; built once, then read by all. A later row of the same id wins.
class LayoutTable {
 public:
  explicit LayoutTable(std::span<const LayoutKind* const> kinds)
      : rows_(kinds.begin(), kinds.end()) {}
  void add(const LayoutKind& kind) { rows_.push_back(&kind); }
  const LayoutKind* find(std::string_view id) const;

 private:
  std::vector<const LayoutKind*> rows_;
};

/// What a kind is handed to open a node. Dtypes are not stored in files; the parent knows them.
class LayoutParts {
 public:
  LayoutParts(LayoutView view, DType node_dtype, const LayoutTable& kinds,
              std::size_t segment_count)
      : node(std::move(view)),
        dtype(std::move(node_dtype)),
        kinds_(&kinds),
        segment_count_(segment_count) {}

  LayoutView node;
  DType dtype;

  std::uint64_t rows() const { return node.rows(); }
  /// Segment `index` of the node. Errors   Code::corrupt: no such segment, or it is not in the footer
  Result<std::uint32_t> segment(std::size_t index) const;
  /// Errors   Code::corrupt: the node has another number of children
  Result<void> expect_children(std::size_t count) const;
  Result<LayoutRef> child(std::size_t index, const DType& child_dtype) const;
  /// The same, and the child must have `child_rows` rows.
  Result<LayoutRef> child(std::size_t index, const DType& child_dtype,
                          std::uint64_t child_rows) const;
  /// What opens child `index` later.
  LayoutParts child_parts(std::size_t index, const DType& child_dtype) const;

 private:
  const LayoutTable* kinds_;
  std::size_t segment_count_;
  friend Result<LayoutRef> open_layout(const LayoutParts& parts);
};

/// Opens a node by its id.
/// Errors   Code::unsupported: nobody knows the kind; Code::corrupt
Result<LayoutRef> open_layout(const LayoutParts& parts);

/// flat, chunked, struct, list, dict, stats, zoned.
std::span<const LayoutKind* const> builtin_layouts();

extern const LayoutKind flat_layout, chunked_layout, list_layout, struct_layout, dict_layout,
    stats_layout, zoned_layout;

}  // namespace gyre
