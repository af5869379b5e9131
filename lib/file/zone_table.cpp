#include "file/zone_table.hpp"

#include <algorithm>
#include <cmath>

#include "array/column_builder.hpp"
#include "base/words.hpp"

namespace gyre {
namespace {

// Bits of a vortex.stats bitset.
constexpr unsigned max_bit = 3, min_bit = 4, null_count_bit = 6, nan_count_bit = 8;

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

}  // namespace

ZoneTable make_zone_table(std::span<const Statistics> zones, const DType& dtype,
                          std::uint64_t zone_rows) {
  std::vector<DType::Field> fields;
  std::vector<Column> columns;
  unsigned bits = 0;
  const auto add = [&](std::string name, Column column) {
    fields.push_back({std::move(name), column.dtype});
    columns.push_back(std::move(column));
  };
  const auto any = [&](auto member) {
    return std::ranges::any_of(zones,
                               [&](const Statistics& zone) { return (zone.*member).has_value(); });
  };
  if (any(&Statistics::max)) {
    bits |= 1u << max_bit;
    add("max", bounds(zones, &Statistics::max, dtype));
    add("max_is_truncated", truncated(zones, &Statistics::max, &Statistics::max_exact));
  }
  if (any(&Statistics::min)) {
    bits |= 1u << min_bit;
    add("min", bounds(zones, &Statistics::min, dtype));
    add("min_is_truncated", truncated(zones, &Statistics::min, &Statistics::min_exact));
  }
  if (any(&Statistics::null_count)) {
    bits |= 1u << null_count_bit;
    add("null_count", counts(zones, &Statistics::null_count));
  }
  if (any(&Statistics::nan_count)) {
    bits |= 1u << nan_count_bit;
    add("nan_count", counts(zones, &Statistics::nan_count));
  }
  auto metadata = MutableBuffer::uninitialized(0);
  metadata.append_value(static_cast<std::uint32_t>(zone_rows));
  metadata.append_value(static_cast<std::uint16_t>(bits));
  Column table{DType::structure(std::move(fields)), zones.size(), {}, 0, {}, std::move(columns)};
  return {std::move(table), std::move(metadata).freeze()};
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
