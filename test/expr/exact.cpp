#include "exact.hpp"

#include <cmath>
#include <cstdio>

#include "base/decimal_text.hpp"
#include "dtype/scalar.hpp"
#include "dtype/temporal.hpp"

namespace gyre::test {

Exact Exact::of_text(std::string text) {
  Exact exact;
  exact.negative_ = text.starts_with('-');
  if (exact.negative_) text.erase(0, 1);
  const auto point = text.find('.');
  exact.whole_ = text.substr(0, point);
  if (point != std::string::npos) exact.fraction_ = text.substr(point + 1);
  exact.whole_.erase(0, exact.whole_.find_first_not_of('0'));
  exact.fraction_.erase(exact.fraction_.find_last_not_of('0') + 1);
  if (exact.whole_.empty() && exact.fraction_.empty()) exact.negative_ = false;
  return exact;
}

Exact Exact::of_power(const std::string& digits, int exponent) {
  const bool negative = digits.starts_with('-');
  auto text = digits.substr(negative ? 1 : 0);
  if (exponent >= 0) {
    text.append(static_cast<std::size_t>(exponent), '0');
  } else {
    const auto places = static_cast<std::size_t>(-exponent);
    if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
    text.insert(text.size() - places, 1, '.');
  }
  if (negative) text.insert(0, 1, '-');
  return of_text(std::move(text));
}

Exact Exact::of_double(double value) {
  Exact exact;
  if (std::isnan(value)) {
    exact.level_ = 2;
    return exact;
  }
  if (std::isinf(value)) {
    exact.level_ = value < 0 ? -1 : 1;
    return exact;
  }
  char digits[1500];
  std::snprintf(digits, sizeof digits, "%.1080f", value);  // no double has more places
  return of_text(digits);
}

Exact Exact::of_word(const DType& dtype, const Int256& word) {
  if (const auto temporal = temporal_of(dtype)) {
    if (temporal->unit == TimeUnit::days)
      return of_power(decimal_text(Int256::of(word.low64() * std::int64_t{86'400}), 0), 9);
    int places = 0;
    for (auto units = per_second(temporal->unit); units < 1'000'000'000; units *= 10) ++places;
    return of_power(decimal_text(word, 0), places);
  }
  const auto& physical = dtype.physical();
  if (physical.is_float()) return of_double(float_value(physical.ptype(), word));
  if (physical.is(Kind::decimal)) return of_text(decimal_text(word, physical.scale()));
  return of_text(decimal_text(word, 0));
}

std::strong_ordering Exact::operator<=>(const Exact& other) const {
  if (level_ != 0 || other.level_ != 0) return level_ <=> other.level_;
  if (negative_ != other.negative_)
    return negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
  auto order = whole_.size() <=> other.whole_.size();
  if (order == 0) order = whole_ <=> other.whole_;
  if (order == 0) order = fraction_ <=> other.fraction_;
  return negative_ ? 0 <=> order : order;
}

}  // namespace gyre::test
