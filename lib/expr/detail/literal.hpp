#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "expr/detail/form.hpp"
#include "expr/predicate.hpp"
#include "expr/syntax.hpp"

namespace gyre::expr {

/// A number as it was written: ±digits * 10^exponent. The digits have no 0 at either end; those of 0 are empty.
struct DecimalNumber {
  bool negative = false;
  std::string digits;
  std::int64_t exponent = 0;
};

/// Reads -12, 1.5, 1e3. Nothing for other text.
std::optional<DecimalNumber> parse_number(std::string_view text);

std::strong_ordering operator<=>(const DecimalNumber& left, const DecimalNumber& right);

/// The bits of the nearest number of a float type, ties to even.
Int256 float_word(PType ptype, const DecimalNumber& number);

/// Where a value falls among the words of a column: on `floor`, or between it and the next one.
struct Place {
  Int256 floor;
  bool exact;
};

/// The place of number * 10^power; beyond 76 digits it is an end of the range.
Place place_of(const DecimalNumber& number, int power);

/// Nanoseconds since 1970, or since midnight for time_of_day, that a literal of type date, time, timestamp or text means.
/// Nothing where it cannot be read so.
std::optional<i128> nanoseconds_of(const Syntax& literal, Form::Family family);

/// Values on the left of `comparison` for which it is true of a literal other than null on its right. The column is one of
/// numbers, times or booleans, or one of texts.
/// Errors   Code::invalid_argument: the literal is of another kind, or a text that cannot be read as the column's type
Result<NumberSet> numbers_that(Comparison comparison, const Syntax& literal,
                               const BoundColumn& column);
Result<TextSet> texts_that(Comparison comparison, const Syntax& literal, const BoundColumn& column);

/// Values of an ordered type that stand in `comparison` to one that fills `first` .. `end`, half open.
template <class Cut>
CutSet<Cut> set_that(Comparison comparison, const Cut& first, const Cut& end) {
  using Set = CutSet<Cut>;
  switch (comparison) {
    case Comparison::equal: return Set::between(first, end);
    case Comparison::not_equal: return Set::between(first, end).complement();
    case Comparison::less: return Set::below(first);
    case Comparison::less_equal: return Set::below(end);
    case Comparison::greater: return Set::from(end);
    default: return Set::from(first);
  }
}

/// The comparison that is true where this one is false.
Comparison opposite(Comparison comparison);
/// The comparison with both sides changed over.
Comparison mirrored(Comparison comparison);
/// Whether an order of left and right is one that the comparison asks for.
bool holds(Comparison comparison, std::strong_ordering order);

/// What kind of literal this is, as errors name it: "a number".
std::string_view kind_name(const Syntax& literal);

}  // namespace gyre::expr
