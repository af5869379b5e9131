#include "random_table.hpp"

#include <cmath>
#include <limits>

#include "array/column_sink.hpp"
#include "base/decimal_text.hpp"
#include "dtype/temporal.hpp"

namespace gyre::test {
namespace {

std::vector<std::pair<Group, DType>> types() {
  using What = Temporal::What;
  std::vector<std::pair<Group, DType>> types;
  for (int i = 0; i <= static_cast<int>(PType::f64); ++i)
    types.push_back({Group::number, DType::primitive(static_cast<PType>(i), i % 3 != 0)});
  for (const auto& [precision, scale] : {std::pair{5u, 2}, {20u, 3}, {50u, 10}, {9u, -3}})
    types.push_back({Group::number, DType::decimal(precision, scale, true)});
  types.push_back({Group::instant, temporal_dtype({What::date, TimeUnit::days, {}}, true)});
  types.push_back({Group::instant, temporal_dtype({What::timestamp, TimeUnit::microseconds, {}})});
  types.push_back(
      {Group::instant, temporal_dtype({What::timestamp, TimeUnit::seconds, "UTC"}, true)});
  types.push_back({Group::time_of_day, temporal_dtype({What::time, TimeUnit::seconds, {}}, true)});
  types.push_back({Group::time_of_day, temporal_dtype({What::time, TimeUnit::microseconds, {}})});
  types.push_back({Group::text, DType::utf8(true)});
  types.push_back({Group::text, DType::binary()});
  types.push_back({Group::boolean, DType::boolean(true)});
  types.push_back({Group::boolean, DType::boolean()});
  return types;
}

Int256 random_word(const DType& dtype, Random& random) {
  const auto& physical = dtype.physical();
  if (physical.is_float()) {
    static const double values[] = {0.0,
                                    -0.0,
                                    1,
                                    -1,
                                    1.5,
                                    2,
                                    0.1,
                                    100,
                                    65504,
                                    1e-7,
                                    std::nan(""),
                                    std::numeric_limits<double>::infinity(),
                                    -std::numeric_limits<double>::infinity(),
                                    1e30,
                                    9007199254740992.0};
    return float_word(physical.ptype(), values[random.below(std::size(values))]);
  }
  std::int64_t value = static_cast<std::int64_t>(random.below(7)) - 3;
  if (const auto temporal = temporal_of(dtype)) {
    if (temporal->what == Temporal::What::time)
      value = static_cast<std::int64_t>(random.below(4)) * 3600 * per_second(temporal->unit) +
              (value > 2);
    else if (temporal->unit != TimeUnit::days)
      value = value / 2 * 86'400 * per_second(temporal->unit) + (value > 1);
    return Int256::of(value);
  }
  if (physical.is(Kind::decimal)) {
    if (physical.precision() > 30 && random.chance(30)) return power_of_ten(49);
    return Int256::of(value * (random.chance(50) ? 100 : 1));
  }
  const auto bits = byte_width(physical.ptype()) * 8;
  if (is_unsigned(physical.ptype())) {
    if (random.chance(20)) return Int256::of(~std::uint64_t{0} >> (64 - bits));
    return Int256::of(std::uint64_t{random.below(5)});
  }
  if (random.chance(10)) return Int256::of(std::numeric_limits<std::int64_t>::max() >> (64 - bits));
  if (random.chance(10)) return Int256::of(std::numeric_limits<std::int64_t>::min() >> (64 - bits));
  if (bits == 64 && random.chance(10)) return Int256::of(std::int64_t{9007199254740993});
  return Int256::of(value);
}

RandomColumn random_column(Group group, const DType& dtype, std::string name, Random& random,
                           std::uint64_t rows) {
  RandomColumn result{std::move(name), group, {}, {}};
  const auto is_null = [&] { return dtype.nullable() && random.chance(20); };
  if (group == Group::boolean) {
    std::vector<std::optional<bool>> values(rows);
    for (auto& value : values)
      if (!is_null()) value = random.chance(50);
    for (const auto& value : values) result.cells.push_back(value ? Cell::of(*value) : Cell());
    result.column = bool_column(values, dtype);
  } else if (group == Group::text) {
    static const std::string pool[] = {"",
                                       "a",
                                       "ab",
                                       "b",
                                       "B",
                                       "\xff\xfe",
                                       "a text that is too long for a view",
                                       "a text that is too long for a glance"};
    std::vector<std::optional<std::string>> values(rows);
    for (auto& value : values)
      if (!is_null()) value = pool[random.below(std::size(pool))];
    for (const auto& value : values) result.cells.push_back(value ? Cell::of(*value) : Cell());
    result.column = text_column(values, dtype);
  } else {
    std::vector<std::optional<Int256>> values(rows);
    for (auto& value : values)
      if (!is_null()) value = random_word(dtype, random);
    for (const auto& value : values)
      result.cells.push_back(value ? Cell::of(Exact::of_word(dtype, *value)) : Cell());
    result.column = word_column(values, dtype);
  }
  return result;
}

/// A decimal column, stored at another width.
template <Word W>
class NarrowReader final : public WordReader<W> {
 public:
  NarrowReader(const Column& column, ReadContext& context)
      : WordReader<W>(column.rows, context), column_(column), wide_(reader_of(column, context)) {}
  bool all_valid() const override { return wide_->all_valid(); }
  Result<void> validity(RowRange rows, TileMask& valid) override {
    return wide_->validity(rows, valid);
  }
  Result<void> read(RowRange rows, W* out) override {
    for (auto row = rows.first; row < rows.last; ++row) {
      const auto scalar = scalar_at(column_, row);
      *out++ = scalar.is_null() ? W{} : truncate<W>(scalar.word());
    }
    return {};
  }

 private:
  const Column& column_;
  ReaderRef wide_;
};

std::string truncated_above(std::string text) {
  text = text.substr(0, 2);
  while (!text.empty() && text.back() == '\xff') text.pop_back();
  if (!text.empty()) text.back() = static_cast<char>(static_cast<unsigned char>(text.back()) + 1);
  return text;
}

bool is_nan(const Scalar& scalar) {
  const auto& physical = scalar.dtype.physical();
  return physical.is_float() && std::isnan(float_value(physical.ptype(), scalar.word()));
}

}  // namespace

std::strong_ordering order(const Cell& left, const Cell& right) {
  const auto numbers = left.number <=> right.number;
  return numbers != 0 ? numbers : left.text <=> right.text;
}

std::vector<RandomColumn> random_table(Random& random, std::uint64_t rows) {
  std::vector<RandomColumn> table;
  for (const auto& [group, dtype] : types())
    table.push_back(random_column(group, dtype, fmt::format("c{}", table.size()), random, rows));
  return table;
}

ReaderRef random_reader(const RandomColumn& column, Random& random, ReadContext& context) {
  const auto& dtype = column.column.dtype;
  if (!dtype.is(Kind::decimal)) return reader_of(column.column, context);
  const unsigned least = dtype.precision() <= 5    ? 4
                         : dtype.precision() <= 9  ? 8
                         : dtype.precision() <= 38 ? 16
                                                   : 32;
  const auto bytes = std::min<unsigned>(32, least << random.below(3));
  return with_word(bytes, [&]<class W>(W) -> ReaderRef {
    return std::make_unique<NarrowReader<W>>(column.column, context);
  });
}

Statistics random_statistics(const RandomColumn& column, RowRange rows, Random& random) {
  Statistics statistics;
  statistics.rows = rows.size();
  statistics.min_exact = statistics.max_exact = true;
  std::uint64_t nulls = 0, nans = 0;
  std::optional<std::uint64_t> least, greatest;
  for (auto row = rows.first; row < rows.last; ++row) {
    if (!column.column.is_valid(row)) {
      ++nulls;
    } else if (is_nan(scalar_at(column.column, row))) {
      ++nans;
    } else {
      if (!least || order(column.cells[row], column.cells[*least]) < 0) least = row;
      if (!greatest || order(column.cells[row], column.cells[*greatest]) > 0) greatest = row;
    }
  }
  if (least && random.chance(80)) statistics.min = scalar_at(column.column, *least);
  if (greatest && random.chance(80)) statistics.max = scalar_at(column.column, *greatest);
  if (random.chance(80)) statistics.null_count = nulls;
  if (random.chance(80)) statistics.nan_count = nans;
  if (column.group == Group::text && random.chance(50)) {
    statistics.min_exact = statistics.max_exact = false;
    if (statistics.min) statistics.min->value = {statistics.min->text().substr(0, 1)};
    if (statistics.max) {
      auto text = truncated_above(statistics.max->text());
      if (text.empty())
        statistics.max = std::nullopt;
      else
        statistics.max->value = {std::move(text)};
    }
  }
  return statistics;
}

}  // namespace gyre::test
