#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "array/array.hpp"
#include "array/read_context.hpp"
#include "encodings/detail/index_reader.hpp"

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

/// Finds numbers in such a child without reading all of it, as long as few are asked for: what single rows need. That the
/// numbers rise goes unchecked.
class RisingSearch {
 public:
  RisingSearch(ArrayRef child, ReadContext& context)
      : child_(std::move(child)), context_(&context) {}

  /// `count` more searches cost less than to read the child; those that follow count as done.
  bool pays(std::size_t count);

  struct Found {
    std::uint64_t index;   ///< how many numbers are below the one that was asked for
    std::uint64_t number;  ///< the one at `index`, if there is one
  };
  /// The first number from index `from` on that is at least `number`; there are `from` below it.
  Result<Found> find(std::uint64_t number, std::uint64_t from = 0);

 private:
  ArrayRef child_;
  ReadContext* context_;
  std::optional<IndexReader> reader_;
  std::uint64_t searches_ = 0;
};

}  // namespace gyre
