#include "expr/detail/form.hpp"

#include <bit>
#include <cmath>
#include <vector>

#include "array/test_interval.hpp"
#include "base/decimal_text.hpp"
#include "dtype/scalar.hpp"
#include "dtype/temporal.hpp"
#include "expr/detail/wide.hpp"

namespace gyre::expr {
namespace {

Form temporal_form(const Temporal& temporal, PType ptype) {
  Form form{.family = temporal.what == Temporal::What::time ? Form::Family::time_of_day
                                                            : Form::Family::instant,
            .ptype = ptype};
  switch (temporal.unit) {
    case TimeUnit::nanoseconds: break;
    case TimeUnit::microseconds: form.power = 3; break;
    case TimeUnit::milliseconds: form.power = 6; break;
    case TimeUnit::seconds: form.power = 9; break;
    case TimeUnit::days: form.factor = 86'400; form.power = 9;
  }
  return form;
}

/// A natural number of any size, 32 bits a limb, the lowest first.
class Natural {
 public:
  explicit Natural(const Int256& value) {
    for (const auto limb : value.limb) {
      limbs_.push_back(static_cast<std::uint32_t>(limb));
      limbs_.push_back(static_cast<std::uint32_t>(limb >> 32));
    }
  }
  void multiply(std::uint32_t by) {
    std::uint64_t carry = 0;
    for (auto& limb : limbs_) {
      carry += std::uint64_t{limb} * by;
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) limbs_.push_back(static_cast<std::uint32_t>(carry));
  }
  void multiply_by_power_of_ten(int power) {
    for (; power >= 9; power -= 9) multiply(1'000'000'000);
    for (; power > 0; --power) multiply(10);
  }
  void multiply_by_power_of_two(int power) {
    for (; power % 32 != 0; --power) multiply(2);
    limbs_.insert(limbs_.begin(), static_cast<std::size_t>(power / 32), 0);
  }
  std::strong_ordering operator<=>(const Natural& other) const {
    const auto limb = [](const Natural& n, std::size_t i) {
      return i < n.limbs_.size() ? n.limbs_[i] : 0;
    };
    for (auto i = std::max(limbs_.size(), other.limbs_.size()); i-- > 0;)
      if (limb(*this, i) != limb(other, i)) return limb(*this, i) <=> limb(other, i);
    return std::strong_ordering::equal;
  }

 private:
  std::vector<std::uint32_t> limbs_;
};

std::strong_ordering opposite(std::strong_ordering order) { return 0 <=> order; }

int sign_of(const Int256& value) { return value.negative() ? -1 : value == Int256{} ? 0 : 1; }

/// word * factor, for the words of 64 bits or less that have a factor.
Int256 scaled(const Form& form, const Int256& word) {
  if (form.factor == 1) return word;
  return Int256::of(static_cast<i128>(word.low64()) * form.factor);
}

std::strong_ordering compare_integers(const Form& left_form, const Int256& left,
                                      const Form& right_form, const Int256& right) {
  const auto a = scaled(left_form, left), b = scaled(right_form, right);
  const int power = left_form.power - right_form.power;
  if (power == 0) return a <=> b;
  if (power < 0) return opposite(compare_integers(right_form, right, left_form, left));
  const auto risen = scale_by_power_of_ten(a, power);
  if (risen) return *risen <=> b;
  return sign_of(a) <=> 0;  // |a| has left 256 bits, and with them every b
}

/// An integer form against a number that is neither NaN nor infinite.
std::strong_ordering compare_with_float(const Form& form, const Int256& word, double number) {
  const auto value = scaled(form, word);
  const int sign = sign_of(value), number_sign = number < 0 ? -1 : number > 0 ? 1 : 0;
  if (sign != number_sign) return sign <=> number_sign;
  if (sign == 0) return std::strong_ordering::equal;

  int exponent = 0;
  const auto fraction = std::frexp(std::fabs(number), &exponent);
  auto mantissa = Int256::of(static_cast<std::uint64_t>(std::ldexp(fraction, 53)));
  exponent -= 53;
  const auto magnitude = sign < 0 ? negated(value) : value;
  std::strong_ordering order = std::strong_ordering::equal;
  if (form.power == 0 && exponent >= 0 && exponent < 200 && !magnitude.negative()) {
    order = magnitude <=> shifted_left(mantissa, static_cast<unsigned>(exponent));
  } else {
    Natural a(magnitude), b(mantissa);
    (form.power > 0 ? a : b).multiply_by_power_of_ten(std::abs(form.power));
    (exponent > 0 ? b : a).multiply_by_power_of_two(std::abs(exponent));
    order = a <=> b;
  }
  return sign < 0 ? opposite(order) : order;
}

std::strong_ordering compare_floats(double left, double right) {
  return float_order(std::bit_cast<std::uint64_t>(left)) <=>
         float_order(std::bit_cast<std::uint64_t>(right));
}

}  // namespace

Form form_of(const DType& dtype) {
  using Family = Form::Family;
  const auto& physical = dtype.physical();
  switch (physical.kind()) {
    case Kind::null: return {.family = Family::null};
    case Kind::boolean: return {.family = Family::boolean};
    case Kind::primitive:
      if (const auto temporal = temporal_of(dtype))
        return temporal_form(*temporal, physical.ptype());
      return {.family = Family::number, .ptype = physical.ptype()};
    case Kind::decimal:
      return {.family = Family::number, .decimal = true, .power = -physical.scale()};
    case Kind::utf8:
    case Kind::binary: return {.family = Family::text};
    default: return {};
  }
}

Int256 order_of(const Form& form, const Int256& word) {
  if (!form.floating()) return word;
  switch (form.ptype) {
    case PType::f16: return Int256::of(std::uint64_t{float_order(truncate<std::uint16_t>(word))});
    case PType::f32: return Int256::of(std::uint64_t{float_order(truncate<std::uint32_t>(word))});
    default: return Int256::of(float_order(truncate<std::uint64_t>(word)));
  }
}

OrderRange order_range(const Form& form) {
  if (form.decimal) return {lowest, widest};
  if (form.family == Form::Family::boolean) return {Int256{}, Int256::of(std::uint64_t{1})};
  const auto bits = byte_width(form.ptype) * 8;
  if (form.has_sign())
    return {negated(shifted_left(Int256::of(std::uint64_t{1}), bits - 1)),
            previous(shifted_left(Int256::of(std::uint64_t{1}), bits - 1))};
  return {Int256{}, previous(shifted_left(Int256::of(std::uint64_t{1}), bits))};
}

std::strong_ordering compare(const Form& left_form, const Int256& left, const Form& right_form,
                             const Int256& right) {
  if (left_form.floating() && right_form.floating())
    return compare_floats(float_value(left_form.ptype, left), float_value(right_form.ptype, right));
  if (left_form.floating()) return opposite(compare(right_form, right, left_form, left));
  if (!right_form.floating()) return compare_integers(left_form, left, right_form, right);
  const auto number = float_value(right_form.ptype, right);
  if (std::isnan(number)) return std::strong_ordering::less;
  if (std::isinf(number))
    return number < 0 ? std::strong_ordering::greater : std::strong_ordering::less;
  return compare_with_float(left_form, left, number);
}

}  // namespace gyre::expr
