#include <cstring>

#include "array/column.hpp"
#include "array/row_range.hpp"
#include "base/words.hpp"

namespace gyre {
namespace {

RowRange elements_at(const Column& list, std::uint64_t row) {
  const auto& dtype = list.dtype.physical();
  if (dtype.is(Kind::fixed_size_list))
    return {row * dtype.list_size(), (row + 1) * dtype.list_size()};
  const auto* offsets = list.buffers[0].data() + row * sizeof(std::uint64_t);
  return {load<std::uint64_t>(offsets), load<std::uint64_t>(offsets + sizeof(std::uint64_t))};
}

bool same_elements(const Column& a, std::uint64_t row, const Column& b, std::uint64_t other_row) {
  const auto ours = elements_at(a, row), theirs = elements_at(b, other_row);
  if (ours.size() != theirs.size()) return false;
  for (std::uint64_t i = 0; i < ours.size(); ++i)
    if (!same_value(a.children[0], ours.first + i, b.children[0], theirs.first + i)) return false;
  return true;
}

}  // namespace

bool same_value(const Column& a, std::uint64_t row, const Column& b, std::uint64_t other_row) {
  if (a.is_valid(row) != b.is_valid(other_row)) return false;
  if (!a.is_valid(row)) return true;
  const auto& dtype = a.dtype.physical();
  switch (dtype.kind()) {
    case Kind::boolean:
      return bit_at(a.buffers[0].data(), row) == bit_at(b.buffers[0].data(), other_row);
    case Kind::primitive:
    case Kind::decimal: {
      const std::size_t width = word_bytes(dtype);
      return std::memcmp(a.buffers[0].data() + row * width, b.buffers[0].data() + other_row * width,
                         width) == 0;
    }
    case Kind::utf8:
    case Kind::binary: return text_at(a, row) == text_at(b, other_row);
    case Kind::structure:
      for (std::size_t i = 0; i < a.children.size(); ++i)
        if (!same_value(a.children[i], row, b.children[i], other_row)) return false;
      return true;
    case Kind::list:
    case Kind::map:
    case Kind::fixed_size_list: return same_elements(a, row, b, other_row);
    case Kind::null:
    case Kind::extension:
    case Kind::variant: break;
  }
  return true;
}

}  // namespace gyre
