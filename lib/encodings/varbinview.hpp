#pragma once

#include <vector>

#include "array/encoding.hpp"

namespace gyre {

/// Text or binary by views, as Arrow has them (TextView), except that the views come behind the bytes.
///
/// data       the buffers that views point into; all buffers but the last
/// views      the last buffer, 16 bytes a row; those of null rows mean nothing
/// validity   optional last child
/// Source     Vortex "vortex.varbinview"
struct VarBinView final : Array {
  VarBinView(const ArrayParts& parts, std::vector<Buffer> data_buffers, Buffer all_views,
             ArrayRef validity_child);
  std::vector<Buffer> data;
  Buffer views;
  ArrayRef validity;  ///< null: no nulls
};

extern const Encoding varbinview_encoding;

}  // namespace gyre
