#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"
#include "dtype/dtype.hpp"

namespace gyre {

/// Units of time as files number them.
enum class TimeUnit : std::uint8_t { nanoseconds, microseconds, milliseconds, seconds, days };

/// Units in a second; 0 for days.
std::int64_t per_second(TimeUnit unit);

/// What a temporal extension type means: dates and instants count from the Unix epoch, times from midnight.
struct Temporal {
  enum class What : std::uint8_t { date, time, timestamp };
  What what;
  TimeUnit unit;
  std::string zone;  ///< of a timestamp; empty: local time without a zone

  bool operator==(const Temporal&) const = default;
};

/// Nothing where `dtype` is no temporal extension, or one whose metadata makes no sense.
std::optional<Temporal> temporal_of(const DType& dtype);

/// vortex.date on i32 (days) or i64 (milliseconds); vortex.time on i32 (seconds, milliseconds) or i64;
/// vortex.timestamp on i64. The unit must be one that the type allows.
DType temporal_dtype(const Temporal& temporal, bool nullable = false);

}  // namespace gyre
