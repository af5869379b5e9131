#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "dtype/dtype.hpp"
#include "text/time_form.hpp"

namespace gyre {

/// The types that hold every value of a column seen so far without loss.
///
/// bool        true, false (also True, TRUE, …)
/// i64, u64    digits without zeros or a plus in front
/// decimal     as that with a fraction, up to 38 digits in all; taken where all values have as many digits behind the
///             point and some are zeros, as 12.50 has, which a float would not keep
/// f64         where the shortest text of the double is the same number
/// date        2024-01-31
/// timestamp   2024-01-31T12:00:00.5, 'T' or a blank between, in microseconds, or nanoseconds where digits ask for it;
///             UTC where all have a Z; dates and timestamps in the given forms, where there are some, which are then
///             tried before numbers
/// utf8        everything
class TypeGuess {
 public:
  /// `decimal_mark` stands before fractions. `forms`, which outlive this, stand in for ISO 8601.
  explicit TypeGuess(char decimal_mark = '.', const TimeForms* forms = nullptr)
      : decimal_mark_(decimal_mark), forms_(forms) {}

  /// A value that is neither null nor empty, of which 16 bytes on both sides may be read.
  void add(std::string_view text);
  /// The same of a value that is known to be a number, whose trailing zeros mean nothing; to be a text, perhaps an empty
  /// one, and no number; or to be true or false.
  void add_number(std::string_view text);
  void add_text(std::string_view text);
  void add_boolean();
  /// Nothing was added yet: any type would do.
  bool is_vacant() const { return values_ == 0; }
  const TimeForms* forms() const { return forms_; }
  /// Both sets of values; the order does not matter.
  void merge(const TypeGuess& other);
  /// The best type of those that are left, nullable; utf8 where nothing was added.
  DType best() const;

 private:
  enum Fits : std::uint16_t {
    boolean = 1,
    i64 = 2,
    u64 = 4,
    decimal = 8,
    f64 = 16,
    date = 32,
    local_us = 64,
    local_ns = 128,
    utc_us = 256,
    utc_ns = 512,
    numbers = i64 | u64 | decimal | f64,
    timestamps = local_us | local_ns | utc_us | utc_ns,
    all = 1023,
  };

  void keep(std::uint16_t fits);
  std::uint16_t fits_of(std::string_view text);
  std::uint16_t number_fits(std::string_view text);
  std::uint16_t time_fits(std::string_view text) const;
  std::uint16_t timestamp_fits(std::string_view text, const TimeForm* form) const;

  std::uint64_t values_ = 0;
  std::uint16_t fits_ = all;
  char decimal_mark_;
  const TimeForms* forms_;
  /// Some float is a number, not a word for none.
  bool has_number_ = false;
  /// Some number would not be written with the digits it has, were it a float.
  bool float_changes_text_ = false;
  std::size_t whole_digits_ = 0;                               // most
  std::size_t least_fraction_ = SIZE_MAX, most_fraction_ = 0;  // digits
  std::string scratch_;
};

}  // namespace gyre
