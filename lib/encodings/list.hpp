#pragma once

#include <functional>

#include "array/encoding.hpp"

namespace gyre {

/// Lists by their bounds: row r holds elements offsets[r] .. offsets[r + 1].
///
/// elements   any rows; those before the first offset and after the last belong to no list
/// offsets    rows + 1 integers of any type, no nulls; a valid row's bounds rise and lie inside the elements
/// validity   optional last child
/// Source     Vortex "vortex.list"; metadata in schema/encodings.proto
struct List final : Array {
  List(const ArrayParts& parts, ArrayRef all_elements, ArrayRef bounds, ArrayRef validity_child);
  ArrayRef elements, offsets;
  ArrayRef validity;  ///< null: no nulls
};

extern const Encoding list_encoding;

/// A reader of lists without nulls by their bounds.
///
/// offsets       of type `ptype`, at least one
/// elements_of   called once, for the elements that lie between the first bound and the last
/// Errors   Code::corrupt: the last bound is before the first
Result<ReaderRef> make_list_reader(
    ReaderRef offsets, PType ptype,
    const std::function<Result<ReaderRef>(RowRange elements)>& elements_of, ReadContext& context);

}  // namespace gyre
