#pragma once

#include <cstdint>
#include <set>

#include "array/array.hpp"
#include "base/buffer.hpp"
#include "base/result.hpp"

namespace gyre {

/// Numbers of segments that a piece of work needs.
using SegmentSet = std::set<std::uint32_t>;

/// Where layouts get their segments from. Any thread may call.
class SegmentSource {
 public:
  virtual ~SegmentSource() = default;
  virtual Result<Buffer> segment(std::uint32_t number) = 0;
  /// The array that a segment holds, opened.
  virtual Result<ArrayRef> array(std::uint32_t number, const DType& dtype, std::uint64_t rows) = 0;
};

}  // namespace gyre
