#pragma once

#include <algorithm>
#include <vector>

#include "array/reader.hpp"
#include "base/bits.hpp"

namespace gyre {

/// Parts in order, none of them empty, and where each starts. Owns those readers that no other part
/// owns.
class ReaderParts {
 public:
  void own(ReaderRef part) { owned_.push_back(std::move(part)); }
  Result<void> add(Reader& part) {
    if (part.rows() == 0) return {};
    const auto end = checked_add(rows(), part.rows());
    if (!end) return fail(Code::corrupt, "chunks: more rows than 64 bits count");
    readers_.push_back(&part);
    starts_.push_back(*end);
    return {};
  }

  std::uint64_t rows() const { return starts_.back(); }
  std::size_t size() const { return readers_.size(); }
  Reader& operator[](std::size_t part) const { return *readers_[part]; }
  std::uint64_t start(std::size_t part) const { return starts_[part]; }

  /// Calls `body(part, rows, at)` for each piece of `rows`: the part's number, its own rows, where
  /// they go.
  template <class Body>
  Result<void> for_each_piece(RowRange rows, Body&& body) {
    for (auto row = rows.first; row < rows.last;) {
      const auto part = find(row);
      const auto last = std::min(rows.last, starts_[part + 1]);
      const RowRange piece{row - starts_[part], last - starts_[part]};
      GYRE_TRY(body(part, piece, row - rows.first));
      row = last;
    }
    return {};
  }

  /// Calls `body(part, base, rows, at)` for each part that holds some of the rows base + rows[i],
  /// which rise; base and rows are the part's own then.
  template <class Body>
  Result<void> for_each_gather(std::uint64_t base, std::span<const std::uint32_t> rows,
                               ReadContext& context, Body&& body) {
    ReadContext::Scratch<std::uint32_t> moved(context, rows.size());
    for (std::size_t first = 0; first < rows.size();) {
      const auto part = find(base + rows[first]);
      auto last = first + 1;
      while (last < rows.size() && base + rows[last] < starts_[part + 1]) ++last;
      for (auto i = first; i < last; ++i) moved[i] = rows[i] - rows[first];
      GYRE_TRY(body(part, base + rows[first] - starts_[part],
                    std::span<const std::uint32_t>(moved.data() + first, last - first), first));
      first = last;
    }
    return {};
  }

  bool all_valid() const {
    return std::ranges::all_of(readers_, [](const Reader* part) { return part->all_valid(); });
  }
  Result<void> validity(RowRange rows, TileMask& valid) {
    valid = {};
    return for_each_piece(rows,
                          [&](std::size_t part, RowRange piece, std::uint64_t at) -> Result<void> {
                            TileMask piece_valid;
                            GYRE_TRY(readers_[part]->validity(piece, piece_valid));
                            valid |= piece_valid.shifted_up(at);
                            return {};
                          });
  }
  Result<void> gather_validity(std::uint64_t base, std::span<const std::uint32_t> rows,
                               ReadContext& context, TileMask& valid) {
    valid = {};
    return for_each_gather(
        base, rows, context,
        [&](std::size_t part, std::uint64_t part_base, std::span<const std::uint32_t> part_rows,
            std::size_t at) -> Result<void> {
          TileMask part_valid;
          GYRE_TRY(readers_[part]->gather_validity(part_base, part_rows, part_valid));
          valid |= part_valid.shifted_up(at);
          return {};
        });
  }

 private:
  /// The part that holds `row`; mostly the one that the last call found.
  std::size_t find(std::uint64_t row) {
    if (row < starts_[last_found_] || row >= starts_[last_found_ + 1])
      last_found_ =
          static_cast<std::size_t>(std::ranges::upper_bound(starts_, row) - starts_.begin()) - 1;
    return last_found_;
  }

  std::vector<ReaderRef> owned_;
  std::vector<Reader*> readers_;
  std::vector<std::uint64_t> starts_{0};
  std::size_t last_found_ = 0;
};

}  // namespace gyre
