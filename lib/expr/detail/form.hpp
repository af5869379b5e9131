#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "base/words.hpp"
#include "dtype/dtype.hpp"

namespace gyre::expr {

/// What a column's words stand for when values are compared. Values of one family compare with one another.
struct Form {
  enum class Family : std::uint8_t {
    null,
    boolean,
    number,
    instant,      ///< dates and timestamps, in nanoseconds since 1970
    time_of_day,  ///< in nanoseconds since midnight
    text,
    other,  ///< nothing but null or not
  };
  Family family = Family::other;
  bool decimal = false;      ///< stored at any width
  PType ptype = PType::u8;   ///< of what is stored, if not decimal
  std::uint32_t factor = 1;  ///< an integer word stands for word * factor * 10^power
  int power = 0;

  bool floating() const { return !decimal && is_float(ptype); }
  bool has_sign() const { return decimal || is_signed(ptype); }
  bool has_words() const {
    return family == Family::number || family == Family::instant || family == Family::time_of_day;
  }
  bool operator==(const Form&) const = default;
};

Form form_of(const DType& dtype);

/// A stored word, widened as Value holds it, as a number that sorts as the values do: itself, or a float by float_order.
Int256 order_of(const Form& form, const Int256& word);

/// The numbers that order_of may give: first .. last.
struct OrderRange {
  Int256 first, last;
};
OrderRange order_range(const Form& form);

/// Compares the exact values of two words of one family. NaN equals NaN and is above all, -0.0 equals 0.0.
std::strong_ordering compare(const Form& left_form, const Int256& left, const Form& right_form,
                             const Int256& right);

}  // namespace gyre::expr
