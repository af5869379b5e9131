#include <array>
#include <mutex>
#include <optional>

#include "array/column_sink.hpp"
#include "array/zone_statistics.hpp"
#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "base/words.hpp"
#include "layout/layout.hpp"
#include "layout/zone_map.hpp"

namespace gyre {
namespace {

/// A description of all aggregates takes some hundred bytes.
constexpr std::size_t max_metadata_bytes = 4096;
/// Zones that are kept in memory; a few bytes of a file can stand for any number of them.
constexpr std::uint64_t max_zones = 4'000'000;

/// What a column of the zone table tells.
enum class Fact : std::uint8_t {
  min,  // exact unless min_truncated says otherwise
  max,
  bounded_min,
  bounded_max,
  min_truncated,
  max_truncated,
  null_count,
  nan_count,
  other
};

constexpr bool is_bound(Fact fact) { return fact <= Fact::max_truncated; }

struct FactColumn {
  std::string name;
  Fact fact;
  DType dtype;
};

/// Columns of a zone table in order, and the rows of a zone.
struct ZoneTable {
  std::uint64_t zone_rows = 0;
  std::vector<FactColumn> columns;

  DType dtype() const {
    std::vector<DType::Field> fields;
    for (const auto& column : columns) fields.push_back({column.name, column.dtype});
    return DType::structure(std::move(fields));
  }
};

const DType count_dtype = DType::primitive(PType::u64, true);

/// Whether zone tables have bounds of a type: UUIDs too, whose bytes have no order for anyone else.
bool has_bounds(const DType& dtype) {
  return has_order(dtype) || (dtype.is(Kind::extension) && dtype.extension_id() == "vortex.uuid");
}

/// Sums: u64 of bools and unsigned, i64 of signed, f64 of floats, ten more digits of decimals; no other type has one.
std::optional<DType> sum_dtype(const DType& dtype) {
  const auto& physical = dtype.physical();
  if (physical.is(Kind::boolean)) return DType::primitive(PType::u64, true);
  if (physical.is(Kind::decimal))
    return DType::decimal(std::min(76u, physical.precision() + 10), physical.scale(), true);
  if (!physical.is(Kind::primitive)) return std::nullopt;
  const auto ptype = physical.ptype();
  return DType::primitive(is_float(ptype)    ? PType::f64
                          : is_signed(ptype) ? PType::i64
                                             : PType::u64,
                          true);
}

/// The table of vortex.stats: bit n of the bitset says that statistic n has a column.
Result<ZoneTable> stats_table(std::span<const std::byte> metadata, const DType& dtype) {
  if (metadata.size() < 4)
    return fail(Code::corrupt, "vortex.stats: {} bytes of metadata", metadata.size());
  ZoneTable table{load<std::uint32_t>(metadata.data()), {}};
  const auto bits = metadata.subspan(4);
  const auto has = [&](std::size_t bit) {
    return bit / 8 < bits.size() && bit_at(bits.data(), bit);
  };
  const auto flag = DType::boolean(), value = dtype.with_nullable(true);
  constexpr std::array flag_names{"is_constant", "is_sorted", "is_strict_sorted"};
  for (std::size_t bit = 0; bit < flag_names.size(); ++bit)
    if (has(bit)) table.columns.push_back({flag_names[bit], Fact::other, DType::boolean(true)});
  if (has(3) && has_bounds(dtype)) {
    table.columns.push_back({"max", Fact::max, value});
    table.columns.push_back({"max_is_truncated", Fact::max_truncated, flag});
  }
  if (has(4) && has_bounds(dtype)) {
    table.columns.push_back({"min", Fact::min, value});
    table.columns.push_back({"min_is_truncated", Fact::min_truncated, flag});
  }
  if (const auto sum = sum_dtype(dtype); has(5) && sum)
    table.columns.push_back({"sum", Fact::other, *sum});
  if (has(6)) table.columns.push_back({"null_count", Fact::null_count, count_dtype});
  if (has(7)) table.columns.push_back({"uncompressed_size_in_bytes", Fact::other, count_dtype});
  if (has(8) && dtype.physical().is_float())
    table.columns.push_back({"nan_count", Fact::nan_count, count_dtype});
  return table;
}

/// The column of one aggregate of vortex.zoned; nothing where it has none for this dtype.
/// Errors   Code::unsupported: an aggregate nobody knows, so that the columns after it are unknown too
Result<std::optional<FactColumn>> aggregate_column(const ProtobufFields& spec, const DType& dtype) {
  const auto id = spec.text(1);
  const auto value = dtype.with_nullable(true);
  const auto ordered = [&](Fact fact, DType column) -> std::optional<FactColumn> {
    if (!has_bounds(dtype)) return std::nullopt;
    return FactColumn{std::string(id), fact, std::move(column)};
  };
  if (id == "vortex.max" || id == "vortex.min") {
    const bool skips_nan = GYRE_TRY(ProtobufFields::parse(spec.bytes(2))).number(1) != 0;
    const auto fact = !skips_nan ? Fact::other : id == "vortex.max" ? Fact::max : Fact::min;
    return ordered(fact, value);
  }
  if (id == "vortex.bounded_min") return ordered(Fact::bounded_min, value);
  if (id == "vortex.bounded_max")
    return ordered(Fact::bounded_max,
                   DType::structure({{"bound", value}, {"unknown", DType::boolean()}}, true));
  if (id == "vortex.null_count") return FactColumn{std::string(id), Fact::null_count, count_dtype};
  if (id == "vortex.uncompressed_size_in_bytes")
    return FactColumn{std::string(id), Fact::other, count_dtype};
  if (id == "vortex.nan_count") {
    if (!dtype.physical().is_float()) return std::optional<FactColumn>{};
    return FactColumn{std::string(id), Fact::nan_count, count_dtype};
  }
  if (id == "vortex.sum") {
    const auto sum = sum_dtype(dtype);
    return sum ? std::optional(FactColumn{std::string(id), Fact::other, *sum}) : std::nullopt;
  }
  return fail(Code::unsupported, "unknown aggregate '{}'", id);
}

/// The table of vortex.zoned: a version byte, then a protobuf message.
Result<ZoneTable> zoned_table(std::span<const std::byte> metadata, const DType& dtype) {
  if (metadata.empty() || metadata[0] != std::byte{1})
    return fail(Code::unsupported, "vortex.zoned: version {}, expected 1",
                metadata.empty() ? 0 : std::to_integer<unsigned>(metadata[0]));
  const auto fields = GYRE_TRY(ProtobufFields::parse(metadata.subspan(1)));
  ZoneTable table{fields.number(1), {}};
  for (const auto bytes : fields.repeated_bytes(2)) {
    const auto spec = GYRE_TRY(ProtobufFields::parse(bytes));
    if (auto column = GYRE_TRY(aggregate_column(spec, dtype)))
      table.columns.push_back(*std::move(column));
  }
  return table;
}

/// Takes one cell of the zone table into the statistics of its zone.
void take_fact(Fact fact, const Scalar& cell, Statistics& zone) {
  switch (fact) {
    case Fact::min:
    case Fact::bounded_min:
      if (cell.is_null()) break;
      zone.min = cell;
      zone.min_exact = fact == Fact::min;
      break;
    case Fact::max:
      if (cell.is_null()) break;
      zone.max = cell;
      zone.max_exact = true;
      break;
    case Fact::bounded_max: {
      if (cell.is_null()) break;
      const auto& fields = std::get<std::vector<Value>>(cell.value.held);
      if (!fields[0].is_null()) zone.max = Scalar{cell.dtype.field(0), fields[0]};
      break;
    }
    case Fact::min_truncated:
      zone.min_exact = !cell.is_null() && !std::get<bool>(cell.value.held);
      break;
    case Fact::max_truncated:
      zone.max_exact = !cell.is_null() && !std::get<bool>(cell.value.held);
      break;
    case Fact::null_count:
      if (!cell.is_null()) zone.null_count = cell.word().limb[0];
      break;
    case Fact::nan_count:
      if (!cell.is_null()) zone.nan_count = cell.word().limb[0];
      break;
    case Fact::other: break;
  }
}

/// Data with a table of statistics beside it, one row a zone.
class Zoned final : public Layout {
 public:
  Zoned(LayoutRef data, LayoutRef zones, ZoneTable table)
      : Layout(data->dtype(), data->rows()),
        data_(std::move(data)),
        zones_(std::move(zones)),
        table_(std::move(table)) {}

  void boundaries(RowRange rows, std::uint64_t base,
                  std::vector<std::uint64_t>& out) const override {
    data_->boundaries(rows, base, out);
  }
  void segments(RowRange rows, SegmentSet& out) const override { data_->segments(rows, out); }
  Result<LayoutRef> field(std::size_t index) const override { return data_->field(index); }
  Result<ReaderRef> reader(RowRange rows, SegmentSource& source,
                           ReadContext& context) const override {
    return data_->reader(rows, source, context);
  }

  Result<std::shared_ptr<const ZoneMap>> zones(SegmentSource& source) const override {
    const std::scoped_lock lock(mutex_);
    if (!map_) map_ = GYRE_TRY(within(read_zones(source), "zone map"));
    return map_;
  }

 private:
  Result<std::shared_ptr<const ZoneMap>> read_zones(SegmentSource& source) const {
    ReadContext context;
    const RowRange all{0, zones_->rows()};
    auto reader = GYRE_TRY(zones_->reader(all, source, context));
    const auto column = GYRE_TRY(read_column(*reader, zones_->dtype(), all, context));
    auto map = std::make_shared<ZoneMap>();
    map->zone_rows = table_.zone_rows;
    map->zones.resize(static_cast<std::size_t>(all.size()));
    for (std::uint64_t zone = 0; zone < all.size(); ++zone) {
      auto& statistics = map->zones[static_cast<std::size_t>(zone)];
      const auto first = zone * table_.zone_rows;
      statistics.rows = RowRange{first, first + table_.zone_rows}.cut({0, rows()}).size();
      for (std::size_t i = 0; i < table_.columns.size(); ++i)
        if (const auto fact = table_.columns[i].fact; has_order(dtype()) || !is_bound(fact))
          take_fact(fact, scalar_at(column.children[i], zone), statistics);
    }
    return map;
  }

  LayoutRef data_, zones_;
  ZoneTable table_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const ZoneMap> map_;
};

Result<LayoutRef> open_with(const LayoutParts& parts, Result<ZoneTable> table) {
  GYRE_TRY(parts.expect_children(2));
  auto data = GYRE_TRY(parts.child(0, parts.dtype, parts.rows()));
  if (!table && table.error().code == Code::unsupported) return data;
  auto known = GYRE_TRY(std::move(table));
  if (known.zone_rows == 0) return data;  // seen in old files: nothing to prune with
  auto zones = GYRE_TRY(within(parts.child(1, known.dtype()), "zone map"));
  // A map of another length than the data tells nothing; releases before 0.93 went on without it, and 0.36 wrote one
  // zone for no rows.
  if (zones->rows() != div_ceil(parts.rows(), known.zone_rows)) return data;
  if (zones->rows() > max_zones) return data;
  return std::make_shared<Zoned>(std::move(data), std::move(zones), std::move(known));
}

Result<LayoutRef> open_stats(const LayoutParts& parts) {
  return open_with(parts, stats_table(parts.node.metadata(), parts.dtype));
}

Result<LayoutRef> open_zoned(const LayoutParts& parts) {
  return open_with(parts, zoned_table(parts.node.metadata(), parts.dtype));
}

}  // namespace

Result<ZoneLayout> zone_layout(const LayoutView& node, const DType& dtype) {
  if (node.metadata().size() > max_metadata_bytes)
    return fail(Code::corrupt, "{}: {} bytes of metadata", node.id(), node.metadata().size());
  const bool is_stats = node.id() == stats_layout.id;
  auto table = GYRE_TRY(is_stats ? stats_table(node.metadata(), dtype)
                                 : zoned_table(node.metadata(), dtype));
  return ZoneLayout{table.zone_rows, table.dtype()};
}

const LayoutKind stats_layout{.id = "vortex.stats", .open = open_stats};
const LayoutKind zoned_layout{.id = "vortex.zoned", .open = open_zoned};

}  // namespace gyre
