#include "encodings/detail/stored_rows.hpp"

#include <algorithm>
#include <bit>

#include "base/bits.hpp"

namespace gyre {

Result<ValidCounts> ValidCounts::read(ValidityReader& validity, std::uint64_t rows,
                                      std::string_view what) {
  if (rows > most_rows)
    return fail(Code::unsupported, "{}: {} rows in one array; at most {} fit", what, rows,
                most_rows);
  ValidCounts counts;
  counts.before.reserve(static_cast<std::size_t>(div_ceil(rows, tile_rows) + 1));
  std::uint64_t count = 0;
  for (std::uint64_t first = 0; first < rows; first += tile_rows) {
    counts.before.push_back(count);
    TileMask valid;
    GYRE_TRY(validity.read({first, std::min(first + tile_rows, rows)}, valid));
    count += valid.count();
  }
  counts.before.push_back(count);
  return counts;
}

Result<std::uint64_t> StoredRows::find(RowRange rows, TileMask& valid) {
  GYRE_TRY(validity_.read(rows, valid));
  if (validity_.all_valid()) return rows.first;
  if (!counts_) {
    auto counts = GYRE_TRY(once_->get(
        [&] { return ValidCounts::read(validity_, array_->rows, array_->encoding.id); }));
    if (counts->before.back() != values_)
      return fail(Code::corrupt, "{}: {} values for {} valid rows", array_->encoding.id, values_,
                  counts->before.back());
    counts_ = std::move(counts);
  }
  const auto tile = rows.first / tile_rows;
  const RowRange skipped{tile * tile_rows, rows.first};
  auto value = counts_->before[tile];
  if (!skipped.empty()) {
    TileMask mask;
    GYRE_TRY(validity_.read(skipped, mask));
    value += mask.count();
  }
  return value;
}

std::uint64_t StoredRows::count_before(const TileMask& mask, std::uint64_t row) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < row / 64; ++i)
    count += static_cast<unsigned>(std::popcount(mask.word[i]));
  const auto below = (std::uint64_t{1} << (row % 64)) - 1;
  return count + static_cast<unsigned>(std::popcount(mask.word[row / 64] & below));
}

}  // namespace gyre
