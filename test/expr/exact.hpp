#pragma once

#include <compare>
#include <optional>
#include <string>

#include "base/words.hpp"
#include "dtype/dtype.hpp"

namespace gyre::test {

/// A number of any size, as digits before and behind the point. Slow and simple: the judge of comparisons.
class Exact {
 public:
  /// "-12.50"
  static Exact of_text(std::string text);
  /// digits * 10^exponent
  static Exact of_power(const std::string& digits, int exponent);
  static Exact of_double(double value);
  /// What a word of a numeric or temporal column stands for; times in nanoseconds.
  static Exact of_word(const DType& dtype, const Int256& word);

  std::strong_ordering operator<=>(const Exact& other) const;
  bool operator==(const Exact& other) const { return (*this <=> other) == 0; }

 private:
  int level_ = 0;  // 2: NaN, 1 and -1: infinities, 0: a number
  bool negative_ = false;
  std::string whole_, fraction_;  // without zeros in front, or at the end
};

}  // namespace gyre::test
