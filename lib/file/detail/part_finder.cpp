#include "file/detail/part_finder.hpp"

#include <utility>

#include "base/bits.hpp"

namespace gyre::detail {
namespace {

bool is_zoned(const LayoutView& node) {
  return node.id() == stats_layout.id || node.id() == zoned_layout.id;
}

/// Whether the children of a node fit it, as far as they are looked at one by one.
bool is_sound(const LayoutPlace& place) {
  const auto& node = place.node;
  if (node.id() == struct_layout.id) return place.dtype->is(Kind::structure);
  if (is_zoned(node)) return node.child_count() == 2 && node.child(0).rows() == node.rows();
  std::uint64_t rows = 0;
  for (std::size_t i = 0; i < node.child_count(); ++i) {
    const auto sum = checked_add(rows, node.child(i).rows());
    if (!sum) return false;
    rows = *sum;
  }
  return rows == node.rows();
}

}  // namespace

std::string where(const LayoutPlace& place) {
  const auto owner = owner_text(place.field, place.role);
  return place.field ? "column " + owner : owner;
}

Fault unknown_layout(std::string where, std::string_view id) {
  return {Code::unsupported, std::move(where), fmt::format("unknown layout '{}'", id)};
}

PartFinder::PartFinder(VortexFile& file, const LayoutTable& layouts,
                       const std::vector<Fault>& faults)
    : file_(file), layouts_(layouts) {
  for (const auto& fault : faults) faulty_.insert(fault.where);
  root_ = Visit{.place = root_place(file.footer(), true)};
}

std::optional<ValuePart> PartFinder::next() {
  if (auto root = std::exchange(root_, std::nullopt))
    if (auto part = enter(*std::move(root))) return part;
  while (!stack_.empty()) {
    auto child = child_of(stack_.back());
    if (!child)
      stack_.pop_back();
    else if (auto part = enter(*std::move(child)))
      return part;
  }
  return std::nullopt;
}

std::optional<ValuePart> PartFinder::enter(Visit visit) {
  const auto& node = visit.place.node;
  if (node.id().empty()) return std::nullopt;
  if (!layouts_.find(node.id())) {
    findings_.push_back(unknown_layout(layout_where(visit.place), node.id()));
    return std::nullopt;
  }
  if (!visit.place.dtype) return std::nullopt;
  if (is_zoned(node)) return enter_zoned(std::move(visit));
  if (node.id() != struct_layout.id && node.id() != chunked_layout.id)
    return visit.is_read ? std::nullopt : part_of(visit);
  if (is_sound(visit.place)) stack_.push_back(std::move(visit));
  return std::nullopt;
}

std::optional<ValuePart> PartFinder::enter_zoned(Visit visit) {
  const auto& place = visit.place;
  if (!is_sound(place)) return std::nullopt;
  const auto known = zone_layout(place.node, *place.dtype);
  if (!known) find("zone map of " + where(place), known.error());
  std::optional<ValuePart> part;
  // What fails here fails again where the parts below are read, and is told there.
  const auto layout = open(place);
  const auto zones = layout ? (*layout)->zones(file_) : nullptr;
  if (zones && *zones && (*zones)->zone_rows > 0) part = part_of(visit);
  if (part) {
    part->zones = *zones;
    part->only_nulls = place.dtype->physical().is(Kind::structure);
    visit.is_read = !part->only_nulls;
  }
  stack_.push_back(std::move(visit));
  return part;
}

std::optional<PartFinder::Visit> PartFinder::child_of(Visit& visit) const {
  const auto& node = visit.place.node;
  const bool chunked = node.id() == chunked_layout.id, zoned = is_zoned(node);
  while (visit.next_child < node.child_count()) {
    const auto index = visit.next_child++;
    const auto rows = node.child(index).rows();
    const auto first_row = visit.first_row + std::exchange(visit.next_row, visit.next_row + rows);
    if (chunked) return Visit{child_place(visit.place, index), first_row, visit.is_read};
    if (zoned && index == 1) {
      const auto known = zone_layout(node, *visit.place.dtype);
      if (!known || known->zone_rows == 0 || rows != div_ceil(node.rows(), known->zone_rows))
        continue;
      return Visit{child_place(visit.place, index)};
    }
    if (rows == node.rows())
      return Visit{child_place(visit.place, index), visit.first_row, visit.is_read};
  }
  return std::nullopt;
}

std::optional<ValuePart> PartFinder::part_of(const Visit& visit) {
  auto layout = open(visit.place);
  if (!layout) {
    if (auto place = layout_where(visit.place); !faulty_.contains(place))
      find(std::move(place), std::move(layout).error());
    return std::nullopt;
  }
  ValuePart part{
      .place = visit.place, .layout = *layout, .zones = {}, .first_row = visit.first_row};
  SegmentSet segments;
  part.layout->segments({0, part.layout->rows()}, segments);
  const auto& specs = file_.footer().segments;
  for (const auto number : segments)
    if (number < specs.size()) part.bytes += specs[number].size_bytes;
  return part;
}

void PartFinder::find(std::string place, Error error) {
  findings_.push_back({error.code, std::move(place), std::move(error.message)});
}

Result<LayoutRef> PartFinder::open(const LayoutPlace& place) const {
  return open_layout({place.node, *place.dtype, layouts_, file_.footer().segments.size()});
}

}  // namespace gyre::detail
