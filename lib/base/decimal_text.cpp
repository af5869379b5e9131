#include "base/decimal_text.hpp"

#include <algorithm>
#include <array>

namespace gyre {
namespace {

Int256 negated(Int256 value) {
  std::uint64_t carry = 1;
  for (auto& limb : value.limb) {
    limb = ~limb + carry;
    carry = carry != 0 && limb == 0 ? 1 : 0;
  }
  return value;
}

/// Magnitude times `factor` plus `more`; false when it passes 2^255.
bool multiply_add(Int256& value, std::uint64_t factor, std::uint64_t more) {
  u128 carry = more;
  for (auto& limb : value.limb) {
    carry += static_cast<u128>(limb) * factor;
    limb = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  return carry == 0 && !value.negative();
}

/// Magnitude divided by `by`, in place; the remainder is the result.
std::uint64_t divide(Int256& value, std::uint64_t by) {
  u128 rest = 0;
  for (auto limb = value.limb.rbegin(); limb != value.limb.rend(); ++limb) {
    rest = rest << 64 | *limb;
    *limb = static_cast<std::uint64_t>(rest / by);
    rest %= by;
  }
  return static_cast<std::uint64_t>(rest);
}

constexpr std::uint64_t ten_to_19 = 10'000'000'000'000'000'000u;

std::string digits_of(Int256 magnitude) {
  std::string text;
  while (magnitude != Int256{}) {
    auto part = divide(magnitude, ten_to_19);
    for (int i = 0; i < 19 && (part != 0 || magnitude != Int256{}); ++i, part /= 10)
      text.push_back(static_cast<char>('0' + part % 10));
  }
  if (text.empty()) text.push_back('0');
  std::ranges::reverse(text);
  return text;
}

}  // namespace

std::string decimal_text(const Int256& value, int scale) {
  auto text = digits_of(value.negative() ? negated(value) : value);
  if (scale > 0) {
    const auto places = static_cast<std::size_t>(scale);
    if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
    text.insert(text.size() - places, 1, '.');
  } else if (scale < 0 && text != "0") {
    text.append(static_cast<std::size_t>(-scale), '0');
  }
  return value.negative() ? "-" + text : text;
}

std::optional<ParsedDecimal> parse_decimal(std::string_view text) {
  const bool minus = text.starts_with('-');
  if (minus || text.starts_with('+')) text.remove_prefix(1);
  ParsedDecimal parsed{};
  bool point = false, digits = false;
  for (const char c : text) {
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (c < '0' || c > '9') return std::nullopt;
    digits = true;
    if (!multiply_add(parsed.value, 10, static_cast<std::uint64_t>(c - '0'))) return std::nullopt;
    if (point) ++parsed.scale;
  }
  if (!digits || parsed.scale > 76 || parsed.value >= power_of_ten(76)) return std::nullopt;
  if (minus) parsed.value = negated(parsed.value);
  return parsed;
}

const Int256& power_of_ten(unsigned power) {
  static const auto table = [] {
    std::array<Int256, 77> powers{};
    powers[0] = Int256::of(std::uint64_t{1});
    for (std::size_t i = 1; i < powers.size(); ++i) {
      powers[i] = powers[i - 1];
      multiply_add(powers[i], 10, 0);
    }
    return powers;
  }();
  return table.at(power);
}

std::optional<Int256> scale_by_power_of_ten(const Int256& value, int power) {
  auto magnitude = value.negative() ? negated(value) : value;
  for (; power > 0; --power)
    if (!multiply_add(magnitude, 10, 0)) return std::nullopt;
  for (; power < 0; ++power)
    if (divide(magnitude, 10) != 0) return std::nullopt;
  return value.negative() ? negated(magnitude) : magnitude;
}

}  // namespace gyre
