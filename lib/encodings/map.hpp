#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Maps, stored as lists of structs of key and value; nulls are the list's.
///
/// entries   list(struct(key, value)), as many rows, nullable as the map is
/// Source    Vortex "vortex.map"
struct Map final : Array {
  Map(const ArrayParts& parts, ArrayRef entry_lists);
  ArrayRef entries;
};

extern const Encoding map_encoding;

}  // namespace gyre
