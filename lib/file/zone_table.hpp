#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "array/column.hpp"
#include "array/statistics.hpp"

namespace gyre {

/// A zone map as it is stored: a struct column of one row a zone, and the layout that holds it beside the data.
struct ZoneTable {
  enum class Form : std::uint8_t { stats, zoned };

  Column column;
  std::string_view layout_id;  ///< "vortex.stats" or "vortex.zoned"
  Buffer metadata;             ///< of the layout
};

/// Puts a zone map together, in little memory for each zone: max and min with what tells of their truncation where some zone
/// has them, null_count, and nan_count of floats.
class ZoneTableBuilder {
 public:
  /// Of a column of type `dtype`.
  ZoneTableBuilder(DType dtype, ZoneTable::Form form);
  ~ZoneTableBuilder();
  ZoneTableBuilder(ZoneTableBuilder&&) noexcept;
  ZoneTableBuilder& operator=(ZoneTableBuilder&&) noexcept;

  /// The next zone.
  void add(Statistics zone);
  /// More rows of the last zone.
  void extend(const Statistics& rows);
  std::uint64_t zones() const { return settled_ + latest_.size(); }
  /// Starts afresh.
  ZoneTable finish(std::uint64_t zone_rows);

 private:
  struct Told;
  static std::vector<Told> stats(const DType& dtype);
  static std::vector<Told> aggregates(const DType& dtype);
  /// Moves the latest zones into the columns.
  void settle();

  DType dtype_;
  ZoneTable::Form form_;
  std::vector<Statistics> latest_;
  std::vector<Told> told_;
  std::uint64_t settled_ = 0;  // zones before the latest ones
};

/// Widens `whole` by `part`, rows that follow it.
void merge_statistics(Statistics& whole, const Statistics& part, const DType& dtype);

}  // namespace gyre
