#pragma once

#include <algorithm>
#include <memory>
#include <span>

#include "encodings/runend.hpp"

namespace gyre {

/// Which runs rows lie in. One for a reader and the readers of its fields.
class RunRows {
 public:
  RunRows(ArrayRef run_array, ReadContext& context)
      : array_(std::move(run_array)), context_(context), search_(array().ends, context) {}

  /// The runs that some rows lie in.
  Result<RowRange> find(RowRange rows) {
    if (rows.empty()) return RowRange{};
    if (rows.size() == 1 && searches(1)) {
      const auto run = GYRE_TRY(search(rows.first, 0));
      return RowRange{run, run + 1};
    }
    return find_in_all(rows);
  }

  /// runs[i] = the run of row base + rows[i].
  Result<void> find(std::uint64_t base, std::span<const std::uint32_t> rows, std::uint32_t* runs) {
    if (rows.empty()) return {};
    std::uint64_t run = 0;
    if (searches(rows.size())) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        run = GYRE_TRY(search(base + rows[i], run));
        runs[i] = static_cast<std::uint32_t>(run);
      }
      return {};
    }
    run = GYRE_TRY(find_in_all({base + rows[0], base + rows[0] + 1})).first;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      run = run_of(base + rows[i], run);
      runs[i] = static_cast<std::uint32_t>(run);
    }
    return {};
  }

  /// Calls `body(run, part)` for each of `runs`, which find gave for `rows`; runs count from the first of them, the rows
  /// of each from rows.first.
  template <class Body>
  void for_each(RowRange rows, RowRange runs, Body&& body) const {
    if (rows.size() == 1) return body(0, rows.shifted(0 - rows.first));
    std::uint64_t first = 0;
    for (auto run = runs.first; run < runs.last; ++run) {
      const auto end = std::min((*ends_)[run] - offset(), rows.last) - rows.first;
      body(run - runs.first, RowRange{first, end});
      first = end;
    }
  }

 private:
  const RunEnd& array() const { return static_cast<const RunEnd&>(*array_); }
  std::uint64_t offset() const { return array().offset; }

  /// So few rows are looked up without reading all ends.
  bool searches(std::size_t rows) {
    if (!ends_) ends_ = array().checked_ends.made();
    return !ends_ && search_.pays(rows);
  }
  /// The run of a row that does not lie in a run before `from`.
  Result<std::uint64_t> search(std::uint64_t row, std::uint64_t from) {
    const auto found = GYRE_TRY(search_.find(row + offset() + 1, from));
    if (found.index == array().ends->rows)
      return fail(Code::corrupt, "{}: runs end before row {}", runend_encoding.id, row);
    return found.index;
  }

  Result<RowRange> find_in_all(RowRange rows) {
    GYRE_TRY(prepare());
    const auto first = run_of(rows.first, rows.first >= last_row_ ? last_run_ : 0);
    last_row_ = rows.last - 1;
    last_run_ = run_of(last_row_, first);
    return RowRange{first, last_run_ + 1};
  }

  Result<void> prepare() {
    if (!ends_) ends_ = GYRE_TRY(array().checked_ends.get([this] { return read_ends(); }));
    return {};
  }
  Result<Rising> read_ends() const {
    auto ends = GYRE_TRY(Rising::read(array().ends, 0, ~std::uint64_t{0}, "run ends", context_));
    const auto needed = offset() + array().rows;
    if (ends.numbers().back() < needed)
      return fail(Code::corrupt, "{}: runs end at {}, rows at {}", runend_encoding.id,
                  ends.numbers().back(), needed);
    return ends;
  }
  std::size_t run_of(std::uint64_t row, std::size_t from) const {
    return ends_->find(row + offset() + 1, from);
  }

  ArrayRef array_;
  ReadContext& context_;
  RisingSearch search_;
  std::shared_ptr<const Rising> ends_;
  std::uint64_t last_row_ = 0;
  std::size_t last_run_ = 0;
};

}  // namespace gyre
