#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "file/fault.hpp"
#include "file/layout_place.hpp"
#include "file/vortex_file.hpp"
#include "layout/layout.hpp"
#include "layout/zone_map.hpp"

namespace gyre::detail {

/// What is read in one go: a layout that is neither struct nor chunked, or all data below a zone map.
struct ValuePart {
  LayoutPlace place;
  LayoutRef layout;
  std::shared_ptr<const ZoneMap> zones;  ///< tells of this part's rows; null: none does
  bool only_nulls = false;      ///< of structs with a zone map: their fields are parts of their own
  std::uint64_t first_row = 0;  ///< where its row 0 stands in the column
  std::uint64_t bytes = 0;      ///< of its segments
};

/// Walks a layout tree and finds the parts that hold all values. What contradicts its parent is left out, and so are layouts
/// that cannot be opened because of `faults`, those that `describe` has told of.
class PartFinder {
 public:
  /// `file` and `layouts` live longer.
  PartFinder(VortexFile& file, const LayoutTable& layouts, const std::vector<Fault>& faults);

  /// Nothing at the end.
  std::optional<ValuePart> next();
  /// What was found on the way since the last call: what cannot be opened, or nobody knows.
  std::vector<Fault> take_findings() { return std::exchange(findings_, {}); }

 private:
  struct Visit {
    LayoutPlace place;
    std::uint64_t first_row = 0;
    bool is_read = false;  // by a part further up: only zone maps are still of interest
    std::size_t next_child = 0;
    std::uint64_t next_row = 0;  // of the node, where its next child begins if it is chunked
  };

  std::optional<ValuePart> enter(Visit visit);
  std::optional<ValuePart> enter_zoned(Visit visit);
  std::optional<Visit> child_of(Visit& visit) const;
  std::optional<ValuePart> part_of(const Visit& visit);
  void find(std::string place, Error error);
  Result<LayoutRef> open(const LayoutPlace& place) const;

  VortexFile& file_;
  const LayoutTable& layouts_;
  std::set<std::string, std::less<>> faulty_;  // places
  std::vector<Fault> findings_;
  std::optional<Visit> root_;
  std::vector<Visit> stack_;
};

Fault unknown_layout(std::string where, std::string_view id);

/// "column a (zones)", "all columns".
std::string where(const LayoutPlace& place);

}  // namespace gyre::detail
