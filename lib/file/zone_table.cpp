#include "file/zone_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "array/value_builder.hpp"
#include "array/zone_statistics.hpp"
#include "base/protobuf.hpp"
#include "base/words.hpp"

namespace gyre {

/// A column of the table: what it tells of a zone. It is left out unless some zone has it.
struct ZoneTableBuilder::Told {
  std::string name;
  DType dtype;
  bool (*is_known)(const Statistics& zone);
  Value (*value)(const Statistics& zone);
  unsigned bit = 0;                 ///< in the metadata of vortex.stats
  std::string_view aggregate = {};  ///< in the metadata of vortex.zoned
  Buffer options = {};              ///< of the aggregate
  std::optional<ValueBuilder> column = std::nullopt;
};

namespace {

// Bits of a vortex.stats bitset.
constexpr unsigned max_bit = 1u << 3, min_bit = 1u << 4, null_count_bit = 1u << 6,
                   nan_count_bit = 1u << 8;

// Fields of the metadata of vortex.zoned, which follows a byte that says its version.
constexpr std::uint8_t zoned_version = 1;
constexpr unsigned zone_len_field = 1, aggregates_field = 2;
constexpr unsigned aggregate_id_field = 1, aggregate_options_field = 2;
constexpr unsigned skip_nans_field = 1;

/// So many zones are kept as they came: a column for each of what they tell takes more than a few zones do.
constexpr std::size_t most_latest = 32;

Value value_of(const std::optional<Scalar>& bound) { return bound ? bound->value : Value{}; }
Value value_of(const std::optional<std::uint64_t>& count) {
  return count ? Value{Int256::of(*count)} : Value{};
}

bool has_min(const Statistics& zone) { return zone.min.has_value(); }
bool has_max(const Statistics& zone) { return zone.max.has_value(); }
bool has_null_count(const Statistics& zone) { return zone.null_count.has_value(); }
bool has_nan_count(const Statistics& zone) { return zone.nan_count.has_value(); }
Value min_of(const Statistics& zone) { return value_of(zone.min); }
Value max_of(const Statistics& zone) { return value_of(zone.max); }
Value null_count_of(const Statistics& zone) { return value_of(zone.null_count); }
Value nan_count_of(const Statistics& zone) { return value_of(zone.nan_count); }
Value is_min_cut(const Statistics& zone) { return {zone.min && !zone.min_exact}; }
Value is_max_cut(const Statistics& zone) { return {zone.max && !zone.max_exact}; }

/// An upper bound of texts: null where no row has a value, unknown where no short text is above them all.
Value bounded_max_of(const Statistics& zone) {
  if (!zone.min) return {};
  return {std::vector<Value>{max_of(zone), Value{!zone.max.has_value()}}};
}

DType count_dtype() { return DType::primitive(PType::u64, true); }

/// Bit n of the metadata says that statistic n has a column, or two.
Buffer stats_metadata(unsigned bits, std::uint64_t zone_rows) {
  auto metadata = MutableBuffer::uninitialized(0);
  metadata.append_value(static_cast<std::uint32_t>(zone_rows));
  metadata.append_value(static_cast<std::uint16_t>(bits));
  return std::move(metadata).freeze();
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

std::vector<ZoneTableBuilder::Told> ZoneTableBuilder::stats(const DType& dtype) {
  const auto bound = dtype.with_nullable(true);
  std::vector<Told> told;
  const auto add = [&](std::string_view name, DType type, auto is_known, auto value, unsigned bit) {
    told.push_back({std::string(name), std::move(type), is_known, value, bit});
  };
  add("max", bound, has_max, max_of, max_bit);
  add("max_is_truncated", DType::boolean(), has_max, is_max_cut, max_bit);
  add("min", bound, has_min, min_of, min_bit);
  add("min_is_truncated", DType::boolean(), has_min, is_min_cut, min_bit);
  add("null_count", count_dtype(), has_null_count, null_count_of, null_count_bit);
  add("nan_count", count_dtype(), has_nan_count, nan_count_of, nan_count_bit);
  return told;
}

/// In order of their names, as the metadata lists them.
std::vector<ZoneTableBuilder::Told> ZoneTableBuilder::aggregates(const DType& dtype) {
  const auto bound = dtype.with_nullable(true);
  std::vector<Told> told;
  const auto add = [&](std::string_view id, std::string_view shown, Buffer options, DType type,
                       auto is_known, auto value) {
    told.push_back({fmt::format("{}({})", id, shown), std::move(type), is_known, value, 0, id,
                    std::move(options)});
  };
  if (dtype.physical().is_text()) {
    auto most = MutableBuffer::uninitialized(0);
    most.append_value(std::uint64_t{bound_bytes});
    const auto options = std::move(most).freeze();
    const auto shown = fmt::format("max_bytes={}", bound_bytes);
    const auto bounded = DType::structure({{"bound", bound}, {"unknown", DType::boolean()}}, true);
    add("vortex.bounded_max", shown, options, bounded, has_min, bounded_max_of);
    add("vortex.bounded_min", shown, options, bound, has_min, min_of);
  } else {
    const auto options = ProtobufWriter().number(skip_nans_field, 1).finish();
    add("vortex.max", "skip_nans=true", options, bound, has_min, max_of);
    add("vortex.min", "skip_nans=true", options, bound, has_min, min_of);
  }
  add("vortex.nan_count", "", {}, count_dtype(), has_nan_count, nan_count_of);
  add("vortex.null_count", "", {}, count_dtype(), has_null_count, null_count_of);
  return told;
}

ZoneTableBuilder::ZoneTableBuilder(DType dtype, ZoneTable::Form form)
    : dtype_(std::move(dtype)), form_(form) {}
ZoneTableBuilder::~ZoneTableBuilder() = default;
ZoneTableBuilder::ZoneTableBuilder(ZoneTableBuilder&&) noexcept = default;
ZoneTableBuilder& ZoneTableBuilder::operator=(ZoneTableBuilder&&) noexcept = default;

void ZoneTableBuilder::add(Statistics zone) {
  if (latest_.size() == most_latest) settle();
  latest_.push_back(std::move(zone));
}

void ZoneTableBuilder::extend(const Statistics& rows) {
  merge_statistics(latest_.back(), rows, dtype_);
}

void ZoneTableBuilder::settle() {
  if (told_.empty()) told_ = form_ == ZoneTable::Form::stats ? stats(dtype_) : aggregates(dtype_);
  for (auto& told : told_) {
    if (!told.column && std::ranges::none_of(latest_, told.is_known)) continue;
    if (!told.column) {
      told.column.emplace(told.dtype);
      for (std::uint64_t i = 0; i < settled_; ++i) told.column->append(told.value({}));
    }
    for (const auto& zone : latest_) told.column->append(told.value(zone));
  }
  settled_ += latest_.size();
  latest_.clear();
}

ZoneTable ZoneTableBuilder::finish(std::uint64_t zone_rows) {
  settle();
  std::vector<DType::Field> fields;
  std::vector<Column> columns;
  unsigned bits = 0;
  ProtobufWriter specs;
  specs.number(zone_len_field, zone_rows);
  for (auto& told : told_) {
    if (!told.column) continue;
    fields.push_back({told.name, told.dtype});
    columns.push_back(told.column->finish());
    bits |= told.bit;
    ProtobufWriter spec;
    spec.text(aggregate_id_field, told.aggregate);
    if (!told.options.empty()) spec.bytes(aggregate_options_field, told.options.bytes());
    specs.bytes(aggregates_field, spec.finish().bytes());
  }
  Column table{DType::structure(std::move(fields)), settled_, {}, 0, {}, std::move(columns)};
  told_.clear();
  settled_ = 0;
  if (form_ == ZoneTable::Form::stats)
    return {std::move(table), "vortex.stats", stats_metadata(bits, zone_rows)};
  auto metadata = MutableBuffer::uninitialized(0);
  metadata.append_value(zoned_version);
  metadata.append(specs.finish().bytes());
  return {std::move(table), "vortex.zoned", std::move(metadata).freeze()};
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
