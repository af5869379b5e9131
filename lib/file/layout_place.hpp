#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "dtype/dtype.hpp"
#include "file/footer.hpp"
#include "layout/layout_view.hpp"

namespace gyre {

/// The way to a field, innermost last. Names live as long as the footer.
struct FieldPath {
  std::shared_ptr<const FieldPath> above;
  std::string_view name;
};
using FieldPathRef = std::shared_ptr<const FieldPath>;

/// "a.b"; empty for none. A name that holds a dot or a quote is quoted as in SQL.
std::string to_text(const FieldPathRef& path);

/// What a part of a column is for.
enum class LayoutRole : std::uint8_t { data, validity, codes, values, zones, elements, offsets };
std::string_view name_of(LayoutRole role);

/// A node of the layout tree, unopened, with all that its parents know of it. For those who want to look at a file; unlike
/// opened layouts it stands for broken and unknown nodes too.
struct LayoutPlace {
  LayoutView node;
  std::optional<DType> dtype;         ///< nothing below a node that is unknown or broken
  FieldPathRef field;                 ///< the field it belongs to; null: all of them
  std::optional<std::size_t> column;  ///< that field's top-level column
  LayoutRole role = LayoutRole::data;
  std::string label;  ///< what its parent calls it: "a", "chunk 3", "codes"
  unsigned depth = 0;
};

/// "a.b (codes)", "all columns": whose a part is.
std::string owner_text(const FieldPathRef& field, LayoutRole role);
/// "layout of a.b": where the fault of a node is.
std::string layout_where(const LayoutPlace& place);

/// The root of a footer whose dtype (if it is known) and layout could be read.
LayoutPlace root_place(const Footer& footer, bool has_dtype);
/// Child `index` < place.node.child_count().
LayoutPlace child_place(const LayoutPlace& place, std::size_t index);

}  // namespace gyre
