#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/words.hpp"

namespace gyre {

/// value * 10^-scale in plain digits: 12.50 for 1250 at scale 2, 1200 for 12 at scale -2.
std::string decimal_text(const Int256& value, int scale);

/// An exact decimal number: `value` * 10^-`scale`.
struct ParsedDecimal {
  Int256 value;
  int scale;
};

/// Reads an optional sign, digits and at most one point. Nothing for other text or beyond 76 digits.
std::optional<ParsedDecimal> parse_decimal(std::string_view text);

/// value * 10^power; nothing if it does not fit 256 bits, or would lose a digit (negative power).
std::optional<Int256> scale_by_power_of_ten(const Int256& value, int power);

/// 10^power for 0 .. 76.
const Int256& power_of_ten(unsigned power);

}  // namespace gyre
