#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Lists by start and size: row r holds elements offsets[r] .. offsets[r] + sizes[r].
///
/// elements         any rows; lists may overlap, leave gaps and come in any order
/// offsets, sizes   rows integers of any type, no nulls; a valid row's elements exist
/// validity         optional last child
/// Source           Vortex "vortex.listview"; metadata in schema/encodings.proto
struct ListView final : Array {
  ListView(const ArrayParts& parts, ArrayRef all_elements, ArrayRef starts, ArrayRef counts,
           ArrayRef validity_child);
  ArrayRef elements, offsets, sizes;
  ArrayRef validity;  ///< null: no nulls
};

extern const Encoding listview_encoding;

}  // namespace gyre
