#pragma once

#include <vector>

#include "array/column.hpp"

namespace gyre::arrow {

/// Makes the views of a text column over bytes that lie one text behind the other.
///
/// column   rows and validity are there; its dtype says whether the bytes must be UTF-8. Gets the views and the buffers
/// offsets  rows + 1 of them, 4 or 8 bytes wide as `width` says
/// bytes    where the offsets point; whoever made them promises that the last one lies inside
/// Errors   Code::corrupt: offsets that fall, or point outside; no UTF-8. Code::unsupported: a text of 2 GiB or more
Result<void> view_offsets(Column& column, const std::byte* offsets, unsigned width,
                          const std::byte* bytes, const std::shared_ptr<const void>& owner);

/// The same over texts of `width` bytes each.
Result<void> view_fixed(Column& column, const Buffer& bytes, std::uint32_t width);

/// Checks views that Arrow made (column.buffers: the views, then the data) and empties those of null rows.
/// Errors   Code::corrupt: a view that points outside, or whose prefix lies; no UTF-8
Result<void> check_views(Column& column);

}  // namespace gyre::arrow
