#include "dtype/scalar.hpp"

#include <bit>

#include "base/half.hpp"

namespace gyre {

Scalar Scalar::of(double value) {
  return {DType::primitive(PType::f64), {float_word(PType::f64, value)}};
}

double float_value(PType ptype, const Int256& word) {
  switch (ptype) {
    case PType::f16: return static_cast<double>(half_to_float(truncate<std::uint16_t>(word)));
    case PType::f32:
      return static_cast<double>(std::bit_cast<float>(truncate<std::uint32_t>(word)));
    default: return std::bit_cast<double>(truncate<std::uint64_t>(word));
  }
}

Int256 float_word(PType ptype, double value) {
  switch (ptype) {
    case PType::f16: return Int256::of(std::uint64_t{double_to_half(value)});
    case PType::f32:
      return Int256::of(std::uint64_t{std::bit_cast<std::uint32_t>(static_cast<float>(value))});
    default: return Int256::of(std::bit_cast<std::uint64_t>(value));
  }
}

}  // namespace gyre
