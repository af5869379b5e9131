#include "file/detail/compare_statistics.hpp"

#include <fmt/core.h>

#include <compare>

#include "array/zone_statistics.hpp"
#include "dtype/text.hpp"

namespace gyre::detail {
namespace {

/// A value in a message; texts may be of any size.
std::string short_text(const Scalar& value) {
  constexpr std::size_t most = 60;
  auto text = to_text(value);
  if (text.size() > most) text = text.substr(0, most) + "...";
  return text;
}

/// How two values of type `dtype` lie to each other; a NaN to nothing.
std::partial_ordering order_of(const Scalar& a, const Scalar& b, const DType& dtype) {
  const auto& physical = dtype.physical();
  if (physical.is_text()) return a.text() <=> b.text();
  if (physical.is(Kind::boolean))
    return std::get<bool>(a.value.held) <=> std::get<bool>(b.value.held);
  if (physical.is_float())
    return float_value(physical.ptype(), a.word()) <=> float_value(physical.ptype(), b.word());
  return a.word() <=> b.word();
}

class Comparison {
 public:
  explicit Comparison(const DType& dtype) : dtype_(dtype) {}

  void count(std::string_view name, const std::optional<std::uint64_t>& stored,
             const std::optional<std::uint64_t>& actual) {
    if (stored && actual && stored != actual)
      found_.push_back(fmt::format("{} is {}, counted {}", name, *stored, *actual));
  }

  /// `beyond`: how an inexact bound may lie to the value.
  void bound(std::string_view name, const std::optional<Scalar>& stored, bool is_exact,
             const std::optional<Scalar>& actual, std::partial_ordering beyond) {
    if (!stored) return;
    if (!actual) {
      found_.push_back(fmt::format("{} is {}, but there is no value", name, short_text(*stored)));
      return;
    }
    const auto order = order_of(*stored, *actual, dtype_);
    // Releases up to 0.62 call texts exact that were cut.
    if (dtype_.physical().is_text() && actual->text().size() > bound_bytes) is_exact = false;
    if (order == 0 || (!is_exact && order == beyond)) return;
    found_.push_back(fmt::format("{} is {}{}, found {}", name, is_exact ? "" : "bounded by ",
                                 short_text(*stored), short_text(*actual)));
  }

  std::vector<std::string> finish() && { return std::move(found_); }

 private:
  const DType& dtype_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> contradictions(const Statistics& stored, const Statistics& actual,
                                        const DType& dtype) {
  Comparison comparison(dtype);
  comparison.count("null count", stored.null_count, actual.null_count);
  comparison.count("NaN count", stored.nan_count, actual.nan_count);
  if (!has_order(dtype)) return std::move(comparison).finish();
  comparison.bound("min", stored.min, stored.min_exact, actual.min, std::partial_ordering::less);
  comparison.bound("max", stored.max, stored.max_exact, actual.max, std::partial_ordering::greater);
  return std::move(comparison).finish();
}

}  // namespace gyre::detail
