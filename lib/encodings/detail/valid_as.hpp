#pragma once

#include <utility>

#include "array/reader.hpp"

namespace gyre {

/// A reader of class Base whose rows are valid where those of a child are; the child lives as long.
template <class Base>
class ValidAs : public Base {
 public:
  template <class... Args>
  explicit ValidAs(Reader& child, Args&&... args)
      : Base(std::forward<Args>(args)...), valid_as_(child) {}

  Result<void> validity(RowRange rows, TileMask& valid) final {
    return valid_as_.validity(rows, valid);
  }
  bool all_valid() const final { return valid_as_.all_valid(); }
  Result<void> gather_validity(std::uint64_t base, std::span<const std::uint32_t> rows,
                               TileMask& valid) final {
    return valid_as_.gather_validity(base, rows, valid);
  }

 private:
  Reader& valid_as_;
};

}  // namespace gyre
