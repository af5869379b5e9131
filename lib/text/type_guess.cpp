#include "text/type_guess.hpp"

#include <algorithm>

#include "dtype/civil.hpp"
#include "dtype/temporal.hpp"
#include "text/detail/csv_parsers.hpp"
#include "text/parse_values.hpp"

namespace gyre {
namespace {

constexpr std::size_t most_digits = 38;
// Decimals that fit get room for more digits later.
constexpr unsigned common_precision = 18;

// Up to 15 digits are always apart as doubles.
constexpr std::int64_t most_plain_f64 = 1'000'000'000'000'000;

}  // namespace

void TypeGuess::keep(std::uint16_t fits) {
  ++values_;
  fits_ &= fits;
}

void TypeGuess::add(std::string_view text) { keep(fits_ != 0 ? fits_of(text) : 0); }

void TypeGuess::add_number(std::string_view text) {
  keep((fits_ & numbers) != 0 ? number_fits(text) : 0);
  float_changes_text_ = false;
}

void TypeGuess::add_text(std::string_view text) {
  keep((fits_ & (date | timestamps)) != 0 && !text.empty() ? time_fits(text) : 0);
}

void TypeGuess::add_boolean() { keep(boolean); }

void TypeGuess::merge(const TypeGuess& other) {
  values_ += other.values_;
  fits_ &= other.fits_;
  has_number_ |= other.has_number_;
  float_changes_text_ |= other.float_changes_text_;
  whole_digits_ = std::max(whole_digits_, other.whole_digits_);
  least_fraction_ = std::min(least_fraction_, other.least_fraction_);
  most_fraction_ = std::max(most_fraction_, other.most_fraction_);
  if (whole_digits_ + most_fraction_ > most_digits) fits_ &= static_cast<std::uint16_t>(~decimal);
}

std::uint16_t TypeGuess::fits_of(std::string_view text) {
  const char first = text[0];
  const bool may_be_time = (fits_ & (date | timestamps)) != 0;
  const bool has_forms = forms_ && (forms_->date || forms_->timestamp);
  auto fits = may_be_time && has_forms ? time_fits(text) : std::uint16_t{0};
  if (first == 't' || first == 'T' || first == 'f' || first == 'F')
    return static_cast<std::uint16_t>(fits | (parse_bool(text, Spelling::exact) ? boolean : 0));
  if ((fits_ & numbers) != 0) fits |= number_fits(text);
  if (fits != 0 || has_forms || !may_be_time) return fits;
  return time_fits(text);
}

std::uint16_t TypeGuess::time_fits(std::string_view text) const {
  const auto* date_form = forms_ && forms_->date ? &*forms_->date : nullptr;
  const auto* timestamp_form = forms_ && forms_->timestamp ? &*forms_->timestamp : nullptr;
  if (date_form ? date_form->date(text) : parse_date(text)) return date;
  return timestamp_fits(text, timestamp_form);
}

std::uint16_t TypeGuess::timestamp_fits(std::string_view text, const TimeForm* form) const {
  const auto is = [&](TimeUnit unit, bool utc) {
    if (form) return form->has_zone() == utc && form->timestamp(text, unit).has_value();
    return parse_instant(text, unit, utc, Spelling::exact).has_value();
  };
  std::uint16_t fits = 0;
  if ((fits_ & local_us) != 0 && is(TimeUnit::microseconds, false)) fits |= local_us;
  if ((fits_ & local_ns) != 0 && is(TimeUnit::nanoseconds, false)) fits |= local_ns;
  if ((fits_ & utc_us) != 0 && is(TimeUnit::microseconds, true)) fits |= utc_us;
  if ((fits_ & utc_ns) != 0 && is(TimeUnit::nanoseconds, true)) fits |= utc_ns;
  return fits;
}

std::uint16_t TypeGuess::number_fits(std::string_view field) {
  const auto marked = with_point(field, decimal_mark_, scratch_);
  if (!marked) return 0;
  const auto text = *marked;
  if (std::int64_t whole = 0; parse_plain_i64(text, whole)) {
    has_number_ = float_changes_text_ = true;
    whole_digits_ = std::max(whole_digits_, text.size() - (whole < 0 ? 1 : 0));
    least_fraction_ = 0;
    const bool small = whole > -most_plain_f64 && whole < most_plain_f64;
    return static_cast<std::uint16_t>(
        i64 | (whole >= 0 ? u64 : 0) | (small ? f64 : 0) |
        (whole_digits_ + most_fraction_ <= most_digits ? decimal : 0) |
        (!small && is_exact_f64(text, shape_of(text)) ? f64 : 0));
  }
  const auto shape = shape_of(text);
  if (!shape.is_number) return parse_f64(text, Spelling::exact) ? f64 : 0;
  if (shape.zeros_in_front) return 0;
  has_number_ = true;
  const bool negative_zero = shape.minus && shape.significant_digits == 0;
  std::uint16_t fits = 0;
  if (is_exact_f64(text, shape)) fits |= f64;
  if (parse_i64(text, Spelling::exact)) fits |= i64;
  if (parse_u64(text, Spelling::exact)) fits |= u64;
  whole_digits_ = std::max(whole_digits_, shape.whole_digits);
  least_fraction_ = std::min(least_fraction_, shape.fraction_digits);
  most_fraction_ = std::max(most_fraction_, shape.fraction_digits);
  if (!shape.has_exponent && !negative_zero && whole_digits_ + most_fraction_ <= most_digits)
    fits |= decimal;
  if (!shape.has_exponent && (!shape.has_point || shape.zeros_behind || shape.fraction_digits == 0))
    float_changes_text_ = true;
  return fits;
}

DType TypeGuess::best() const {
  const auto may_be = [&](Fits type) { return (fits_ & type) != 0; };
  if (values_ == 0) return DType::utf8(true);
  if (may_be(boolean)) return DType::boolean(true);
  // Where a form was asked for, digits that follow it are no number.
  if (may_be(date)) return temporal_dtype({Temporal::What::date, TimeUnit::days, {}}, true);
  const auto timestamp = [](TimeUnit unit, const char* zone) {
    return temporal_dtype({Temporal::What::timestamp, unit, zone}, true);
  };
  if (may_be(local_us)) return timestamp(TimeUnit::microseconds, "");
  if (may_be(local_ns)) return timestamp(TimeUnit::nanoseconds, "");
  if (may_be(utc_us)) return timestamp(TimeUnit::microseconds, "UTC");
  if (may_be(utc_ns)) return timestamp(TimeUnit::nanoseconds, "UTC");
  if (may_be(i64)) return DType::primitive(PType::i64, true);
  if (may_be(u64)) return DType::primitive(PType::u64, true);
  if (!has_number_) return DType::utf8(true);
  const bool even = least_fraction_ == most_fraction_;
  if (may_be(f64) && !(float_changes_text_ && even && may_be(decimal)))
    return DType::primitive(PType::f64, true);
  if (!may_be(decimal)) return DType::utf8(true);
  const auto digits = static_cast<unsigned>(whole_digits_ + most_fraction_);
  const auto precision =
      digits <= common_precision ? common_precision : static_cast<unsigned>(most_digits);
  return DType::decimal(precision, static_cast<int>(most_fraction_), true);
}

}  // namespace gyre
