#include "encodings/detail/rising.hpp"

#include <algorithm>

namespace gyre {

Result<Rising> Rising::read(const ArrayRef& child, std::uint64_t offset, std::uint64_t bound,
                            std::string_view what, ReadContext& context) {
  if (child->rows > most)
    return fail(Code::unsupported, "{}: {} of them in one array; at most {} fit", what, child->rows,
                most);
  auto reader = GYRE_TRY(IndexReader::make(child, context));
  Rising rising;
  ReadContext::Scratch<std::uint64_t> tile(context, tile_rows);
  std::uint64_t least = offset;
  for (std::uint64_t first = 0; first < child->rows; first += tile_rows) {
    const RowRange rows{first, std::min(first + tile_rows, child->rows)};
    GYRE_TRY(reader.read(rows, tile.data()));
    for (std::uint64_t i = 0; i < rows.size(); ++i) {
      const auto number = tile[i];
      if (number < least || number - offset >= bound)
        return fail(Code::corrupt, "{}: {} at {}, expected {} to {}", what, number, first + i,
                    least, offset + bound - 1);
      if (number - offset > UINT32_MAX)
        return fail(Code::unsupported, "{}: {} is over 32 bits", what, number - offset);
      rising.numbers_.push_back(static_cast<std::uint32_t>(number - offset));
      least = number + 1;
    }
  }
  return rising;
}

std::size_t Rising::find(std::uint64_t number, std::size_t from) const {
  const auto count = numbers_.size();
  if (from >= count || numbers_[from] >= number) return from;
  // Numbers at `from` are below: widen the step until one is not, then halve.
  std::size_t step = 1;
  while (from + step < count && numbers_[from + step] < number) {
    from += step;
    step *= 2;
  }
  const auto begin = numbers_.begin() + static_cast<std::ptrdiff_t>(from);
  const auto end = numbers_.begin() + static_cast<std::ptrdiff_t>(std::min(from + step + 1, count));
  return static_cast<std::size_t>(std::lower_bound(begin, end, number) - numbers_.begin());
}

bool RisingSearch::pays(std::size_t count) {
  // A tile is read as fast as it is searched; beyond, a search costs about as much as half a tile.
  constexpr std::uint64_t first_searches = 16;
  if (child_->rows <= tile_rows || child_->rows > Rising::most) return false;
  if (searches_ + count > first_searches + child_->rows / (tile_rows / 2)) return false;
  searches_ += count;
  return true;
}

Result<RisingSearch::Found> RisingSearch::find(std::uint64_t number, std::uint64_t from) {
  if (!reader_) reader_ = GYRE_TRY(IndexReader::make(child_, *context_));
  constexpr std::uint32_t only = 0;
  Found found{child_->rows, 0};
  while (from < found.index) {
    const auto middle = from + (found.index - from) / 2;
    std::uint64_t at_middle = 0;
    GYRE_TRY(reader_->gather(middle, {&only, 1}, &at_middle));
    if (at_middle >= number)
      found = {middle, at_middle};
    else
      from = middle + 1;
  }
  return found;
}

}  // namespace gyre
