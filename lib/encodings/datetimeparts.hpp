#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Timestamps in three parts: value = (days * 86,400 + seconds) * units in a second + subseconds, wrapping.
///
/// days         integers of any type; carry the nulls
/// seconds      integers of any type, no nulls; like the others, negative where the timestamp is
/// subseconds   likewise, in the unit of the timestamp
/// Source       Vortex "vortex.datetimeparts" of a vortex.timestamp; metadata in schema/encodings.proto
struct DateTimeParts final : Array {
  DateTimeParts(const ArrayParts& parts, ArrayRef day_part, ArrayRef second_part,
                ArrayRef subsecond_part, std::uint64_t units);
  ArrayRef days, seconds, subseconds;
  std::uint64_t units_per_second;
};

extern const Encoding datetimeparts_encoding;

}  // namespace gyre
