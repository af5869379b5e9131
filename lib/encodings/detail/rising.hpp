#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "array/array.hpp"
#include "array/read_context.hpp"

namespace gyre {

/// Numbers of a child that rise strictly: run ends, rows of patches. Read and checked as a whole, once.
class Rising {
 public:
  /// Most numbers that are read: memory is four bytes each.
  static constexpr std::uint64_t most = std::uint64_t{1} << 27;

  /// Reads `child`, non-null integers; each number counts from `offset`.
  /// Errors   Code::corrupt: not rising, below `offset`, or not below offset + `bound`; Code::unsupported: over `most`
  ///          numbers, or one of them over 32 bits. `what` names them.
  static Result<Rising> read(const ArrayRef& child, std::uint64_t offset, std::uint64_t bound,
                             std::string_view what, ReadContext& context);

  std::span<const std::uint32_t> numbers() const { return numbers_; }
  std::size_t size() const { return numbers_.size(); }
  std::uint32_t operator[](std::size_t index) const { return numbers_[index]; }

  /// The first index from `from` on whose number is at least `number`; size() if there is none. Quick where the answer is
  /// near `from`, as it is when the questions rise.
  std::size_t find(std::uint64_t number, std::size_t from = 0) const;

 private:
  std::vector<std::uint32_t> numbers_;
};

}  // namespace gyre
