#pragma once

#include "dtype/dtype.hpp"

namespace gyre::arrow {

/// Arrow's maps have no null keys; others are lists of structs there.
inline bool exports_as_map(const DType& dtype) {
  return dtype.is(Kind::map) && !dtype.key().nullable();
}

}  // namespace gyre::arrow
