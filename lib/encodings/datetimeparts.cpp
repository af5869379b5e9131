#include "encodings/datetimeparts.hpp"

#include "base/protobuf.hpp"
#include "dtype/temporal.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/valid_as.hpp"

namespace gyre {

DateTimeParts::DateTimeParts(const ArrayParts& parts, ArrayRef day_part, ArrayRef second_part,
                             ArrayRef subsecond_part, std::uint64_t units)
    : Array(parts),
      days(std::move(day_part)),
      seconds(std::move(second_part)),
      subseconds(std::move(subsecond_part)),
      units_per_second(units) {}

namespace {

constexpr unsigned days_ptype_field = 1;
constexpr unsigned seconds_ptype_field = 2;
constexpr unsigned subseconds_ptype_field = 3;
constexpr std::uint64_t seconds_per_day = 86'400;

Result<ArrayRef> open(const ArrayParts& parts) {
  const auto temporal = temporal_of(parts.dtype);
  if (!temporal || temporal->what != Temporal::What::timestamp) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 3, 3));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto part = [&](std::size_t child, unsigned field, bool nullable) -> Result<ArrayRef> {
    const auto ptype = GYRE_TRY(index_ptype(meta.number(field), parts.id()));
    return parts.child(child, DType::primitive(ptype, nullable), parts.rows);
  };
  auto days = GYRE_TRY(part(0, days_ptype_field, parts.dtype.nullable()));
  auto seconds = GYRE_TRY(part(1, seconds_ptype_field, false));
  auto subseconds = GYRE_TRY(part(2, subseconds_ptype_field, false));
  return std::make_shared<DateTimeParts>(parts, std::move(days), std::move(seconds),
                                         std::move(subseconds),
                                         static_cast<std::uint64_t>(per_second(temporal->unit)));
}

class DateTimeReader final : public ValidAs<WordReader<std::uint64_t>> {
 public:
  DateTimeReader(Reader& valid_as, IndexReader days, IndexReader seconds, IndexReader subseconds,
                 std::uint64_t units_per_second, ReadContext& context)
      : ValidAs(valid_as, days.rows(), context),
        days_(std::move(days)),
        seconds_(std::move(seconds)),
        subseconds_(std::move(subseconds)),
        units_per_second_(units_per_second) {}

  Result<void> read(RowRange rows, std::uint64_t* out) override {
    return combine(rows.size(), out,
                   [&](IndexReader& part, std::uint64_t* words) { return part.read(rows, words); });
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows,
                      std::uint64_t* out) override {
    return combine(rows.size(), out, [&](IndexReader& part, std::uint64_t* words) {
      return part.gather(base, rows, words);
    });
  }

 private:
  template <class Fetch>
  Result<void> combine(std::uint64_t rows, std::uint64_t* out, Fetch&& fetch) {
    ReadContext::Scratch<std::uint64_t> part(context(), tile_rows);
    GYRE_TRY(fetch(days_, out));
    GYRE_TRY(fetch(seconds_, part.data()));
    for (std::uint64_t i = 0; i < rows; ++i)
      out[i] = (out[i] * seconds_per_day + part[i]) * units_per_second_;
    GYRE_TRY(fetch(subseconds_, part.data()));
    for (std::uint64_t i = 0; i < rows; ++i) out[i] += part[i];
    return {};
  }

  IndexReader days_, seconds_, subseconds_;
  std::uint64_t units_per_second_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& parts = static_cast<const DateTimeParts&>(*array);
  auto days = GYRE_TRY(make_reader(parts.days, context));
  if (days->shape() == Shape::null) return days;
  auto& valid_as = *days;
  auto day_numbers = GYRE_TRY(IndexReader::make(std::move(days), *parts.days, context));
  auto seconds = GYRE_TRY(IndexReader::make(parts.seconds, context));
  auto subseconds = GYRE_TRY(IndexReader::make(parts.subseconds, context));
  return std::make_unique<DateTimeReader>(valid_as, std::move(day_numbers), std::move(seconds),
                                          std::move(subseconds), parts.units_per_second, context);
}

}  // namespace

const Encoding datetimeparts_encoding{.id = "vortex.datetimeparts", .open = open, .reader = reader};

}  // namespace gyre
