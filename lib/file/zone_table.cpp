#include "file/zone_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "array/column_builder.hpp"
#include "array/zone_statistics.hpp"
#include "base/protobuf.hpp"
#include "base/words.hpp"

namespace gyre {
namespace {

// Bits of a vortex.stats bitset.
constexpr unsigned max_bit = 3, min_bit = 4, null_count_bit = 6, nan_count_bit = 8;

// Fields of the metadata of vortex.zoned, which follows a byte that says its version.
constexpr std::uint8_t zoned_version = 1;
constexpr unsigned zone_len_field = 1, aggregates_field = 2;
constexpr unsigned aggregate_id_field = 1, aggregate_options_field = 2;

using Bound = std::optional<Scalar> Statistics::*;
using Count = std::optional<std::uint64_t> Statistics::*;

Column bounds(std::span<const Statistics> zones, Bound bound, const DType& dtype) {
  std::vector<Value> values;
  for (const auto& zone : zones) values.push_back(zone.*bound ? (zone.*bound)->value : Value{});
  return column_of_values(values, dtype.with_nullable(true));
}

Column truncated(std::span<const Statistics> zones, Bound bound, bool Statistics::* exact) {
  std::vector<Value> values(zones.size());
  for (std::size_t i = 0; i < zones.size(); ++i)
    values[i].held = (zones[i].*bound).has_value() && !(zones[i].*exact);
  return column_of_values(values, DType::boolean());
}

Column counts(std::span<const Statistics> zones, Count count) {
  std::vector<Value> values;
  for (const auto& zone : zones)
    values.push_back(zone.*count ? Value{Int256::of(*(zone.*count))} : Value{});
  return column_of_values(values, DType::primitive(PType::u64, true));
}

/// Whether `a` is below `b`, both of type `dtype` and without NaN; -0.0 is below 0.0.
bool below(const Scalar& a, const Scalar& b, const DType& dtype) {
  const auto& physical = dtype.physical();
  if (physical.is_text()) return a.text() < b.text();
  if (physical.is(Kind::boolean))
    return std::get<bool>(a.value.held) < std::get<bool>(b.value.held);
  if (physical.is_float()) {
    const auto x = float_value(physical.ptype(), a.word()),
               y = float_value(physical.ptype(), b.word());
    return x < y || (x == y && std::signbit(x) && !std::signbit(y));
  }
  return a.word() < b.word();
}

/// The struct column of a zone table, column by column.
class TableBuilder {
 public:
  explicit TableBuilder(std::span<const Statistics> zones) : zones_(zones) {}

  bool any(auto member) const {
    return std::ranges::any_of(zones_,
                               [&](const Statistics& zone) { return (zone.*member).has_value(); });
  }
  void add(std::string name, Column column) {
    fields_.push_back({std::move(name), column.dtype});
    columns_.push_back(std::move(column));
  }
  Column finish() {
    return {DType::structure(std::move(fields_)), zones_.size(), {}, 0, {}, std::move(columns_)};
  }

 private:
  std::span<const Statistics> zones_;
  std::vector<DType::Field> fields_;
  std::vector<Column> columns_;
};

/// Bit n of the metadata says that statistic n has a column, or two.
ZoneTable stats_table(std::span<const Statistics> zones, const DType& dtype,
                      std::uint64_t zone_rows) {
  TableBuilder table(zones);
  unsigned bits = 0;
  if (table.any(&Statistics::max)) {
    bits |= 1u << max_bit;
    table.add("max", bounds(zones, &Statistics::max, dtype));
    table.add("max_is_truncated", truncated(zones, &Statistics::max, &Statistics::max_exact));
  }
  if (table.any(&Statistics::min)) {
    bits |= 1u << min_bit;
    table.add("min", bounds(zones, &Statistics::min, dtype));
    table.add("min_is_truncated", truncated(zones, &Statistics::min, &Statistics::min_exact));
  }
  if (table.any(&Statistics::null_count)) {
    bits |= 1u << null_count_bit;
    table.add("null_count", counts(zones, &Statistics::null_count));
  }
  if (table.any(&Statistics::nan_count)) {
    bits |= 1u << nan_count_bit;
    table.add("nan_count", counts(zones, &Statistics::nan_count));
  }
  auto metadata = MutableBuffer::uninitialized(0);
  metadata.append_value(static_cast<std::uint32_t>(zone_rows));
  metadata.append_value(static_cast<std::uint16_t>(bits));
  return {table.finish(), "vortex.stats", std::move(metadata).freeze()};
}

/// Upper bounds of texts: null where no row has a value, unknown where no short text is above them all.
Column bounded_max(std::span<const Statistics> zones, const DType& dtype) {
  std::vector<Value> values;
  for (const auto& zone : zones) {
    const bool has_values = zone.min.has_value();
    if (!has_values) {
      values.emplace_back();
      continue;
    }
    Value bound;
    if (zone.max) bound = zone.max->value;
    values.push_back({std::vector<Value>{std::move(bound), Value{!zone.max.has_value()}}});
  }
  return column_of_values(
      values, DType::structure(
                  {{"bound", dtype.with_nullable(true)}, {"unknown", DType::boolean()}}, true));
}

/// The metadata lists what the columns hold, in order of their names.
ZoneTable zoned_table(std::span<const Statistics> zones, const DType& dtype,
                      std::uint64_t zone_rows) {
  TableBuilder table(zones);
  ProtobufWriter metadata;
  metadata.number(zone_len_field, zone_rows);
  const auto add = [&](std::string_view id, std::string_view shown,
                       std::span<const std::byte> options, Column column) {
    ProtobufWriter spec;
    spec.text(aggregate_id_field, id);
    if (!options.empty()) spec.bytes(aggregate_options_field, options);
    metadata.bytes(aggregates_field, spec.finish().bytes());
    table.add(fmt::format("{}({})", id, shown), std::move(column));
  };
  if (dtype.physical().is_text()) {
    auto most = MutableBuffer::uninitialized(0);
    most.append_value(std::uint64_t{bound_bytes});
    const auto shown = fmt::format("max_bytes={}", bound_bytes);
    if (table.any(&Statistics::min)) {
      add("vortex.bounded_max", shown, most.bytes(), bounded_max(zones, dtype));
      add("vortex.bounded_min", shown, most.bytes(), bounds(zones, &Statistics::min, dtype));
    }
  } else if (table.any(&Statistics::min)) {
    const auto skips_nan = ProtobufWriter().number(1, 1).finish();
    add("vortex.max", "skip_nans=true", skips_nan.bytes(), bounds(zones, &Statistics::max, dtype));
    add("vortex.min", "skip_nans=true", skips_nan.bytes(), bounds(zones, &Statistics::min, dtype));
  }
  if (table.any(&Statistics::nan_count))
    add("vortex.nan_count", "", {}, counts(zones, &Statistics::nan_count));
  if (table.any(&Statistics::null_count))
    add("vortex.null_count", "", {}, counts(zones, &Statistics::null_count));

  auto bytes = MutableBuffer::uninitialized(0);
  bytes.append_value(zoned_version);
  bytes.append(metadata.finish().bytes());
  return {table.finish(), "vortex.zoned", std::move(bytes).freeze()};
}

}  // namespace

ZoneTable make_zone_table(std::span<const Statistics> zones, const DType& dtype,
                          std::uint64_t zone_rows, ZoneTable::Form form) {
  return form == ZoneTable::Form::stats ? stats_table(zones, dtype, zone_rows)
                                        : zoned_table(zones, dtype, zone_rows);
}

void merge_statistics(Statistics& whole, const Statistics& part, const DType& dtype) {
  const bool first = whole.rows == 0;
  if (part.min && (!whole.min || below(*part.min, *whole.min, dtype))) {
    whole.min = part.min;
    whole.min_exact = part.min_exact;
  }
  if (part.max && (!whole.max || below(*whole.max, *part.max, dtype))) {
    whole.max = part.max;
    whole.max_exact = part.max_exact;
  }
  const auto add = [first](std::optional<std::uint64_t>& sum,
                           const std::optional<std::uint64_t>& more) {
    if (first)
      sum = more;
    else if (sum && more)
      *sum += *more;
    else
      sum.reset();
  };
  add(whole.null_count, part.null_count);
  add(whole.nan_count, part.nan_count);
  add(whole.plain_bytes, part.plain_bytes);
  whole.rows += part.rows;
}

}  // namespace gyre
