#include "dtype/temporal.hpp"

#include "base/words.hpp"

namespace gyre {
namespace {

constexpr std::string_view date_id = "vortex.date", time_id = "vortex.time",
                           timestamp_id = "vortex.timestamp";

bool fits_32_bits(const Temporal& temporal) {
  if (temporal.what == Temporal::What::date) return temporal.unit == TimeUnit::days;
  return temporal.what == Temporal::What::time &&
         (temporal.unit == TimeUnit::seconds || temporal.unit == TimeUnit::milliseconds);
}

}  // namespace

std::int64_t per_second(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::nanoseconds: return 1'000'000'000;
    case TimeUnit::microseconds: return 1'000'000;
    case TimeUnit::milliseconds: return 1'000;
    case TimeUnit::seconds: return 1;
    case TimeUnit::days: return 0;
  }
  return 0;
}

std::optional<Temporal> temporal_of(const DType& dtype) {
  if (!dtype.is(Kind::extension)) return std::nullopt;
  const auto id = dtype.extension_id();
  const auto metadata = dtype.extension_metadata().bytes();
  if (metadata.empty() || std::to_integer<unsigned>(metadata[0]) > 4) return std::nullopt;
  Temporal temporal{{}, static_cast<TimeUnit>(metadata[0]), {}};
  if (id == date_id) {
    temporal.what = Temporal::What::date;
    if (temporal.unit != TimeUnit::days && temporal.unit != TimeUnit::milliseconds)
      return std::nullopt;
  } else if (id == time_id) {
    temporal.what = Temporal::What::time;
    if (temporal.unit == TimeUnit::days) return std::nullopt;
  } else if (id == timestamp_id) {
    temporal.what = Temporal::What::timestamp;
    if (metadata.size() < 3 || temporal.unit == TimeUnit::days) return std::nullopt;
    const auto size = load<std::uint16_t>(metadata.data() + 1);
    if (metadata.size() - 3 < size) return std::nullopt;
    temporal.zone.assign(reinterpret_cast<const char*>(metadata.data()) + 3, size);
  } else {
    return std::nullopt;
  }
  const auto storage = DType::primitive(fits_32_bits(temporal) ? PType::i32 : PType::i64);
  if (dtype.storage().with_nullable(false) != storage) return std::nullopt;
  return temporal;
}

DType temporal_dtype(const Temporal& temporal, bool nullable) {
  std::string metadata(1, static_cast<char>(temporal.unit));
  std::string_view id = temporal.what == Temporal::What::date ? date_id : time_id;
  if (temporal.what == Temporal::What::timestamp) {
    id = timestamp_id;
    metadata.push_back(static_cast<char>(temporal.zone.size() & 0xff));
    metadata.push_back(static_cast<char>(temporal.zone.size() >> 8 & 0xff));
    metadata += temporal.zone;
  }
  const auto ptype = fits_32_bits(temporal) ? PType::i32 : PType::i64;
  return DType::extension(std::string(id), DType::primitive(ptype, nullable),
                          Buffer::copy(metadata));
}

}  // namespace gyre
