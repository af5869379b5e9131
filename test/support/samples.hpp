#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "array/column.hpp"

namespace gyre::test {

/// Words of a primitive or decimal column, widened as Value holds them. Null where there is none.
Column word_column(const std::vector<std::optional<Int256>>& words, const DType& dtype);
Column bool_column(const std::vector<std::optional<bool>>& values,
                   const DType& dtype = DType::boolean(true));
Column text_column(const std::vector<std::optional<std::string>>& texts,
                   const DType& dtype = DType::utf8(true));
/// A struct of these fields, all of `rows` rows; `valid` is empty or has one entry a row.
Column struct_column(std::vector<DType::Field> fields, std::vector<Column> columns,
                     std::uint64_t rows, const std::vector<bool>& valid = {});
/// Lists of `sizes` elements each, nothing for null. A fixed-size list, where null rows take elements too, is told by
/// `dtype`.
Column list_column(const std::vector<std::optional<std::uint64_t>>& sizes, Column elements,
                   const DType& dtype);
Column null_column(std::uint64_t rows);

/// The word of a number for a type: whole numbers are bits for a float type, floats are rounded to it.
template <class T>
Int256 word_of(T value, const DType& dtype) {
  if constexpr (std::floating_point<T>) {
    return float_word(dtype.physical().ptype(), value);
  } else if constexpr (std::same_as<T, Int256>) {
    return value;
  } else if constexpr (std::signed_integral<T>) {
    return Int256::of(std::int64_t{value});
  } else {
    return Int256::of(std::uint64_t{value});
  }
}

template <class T>
Column column_of(const std::vector<std::optional<T>>& values, const DType& dtype) {
  if constexpr (std::same_as<T, bool>) {
    return bool_column(values, dtype);
  } else if constexpr (std::same_as<T, std::string>) {
    return text_column(values, dtype);
  } else {
    std::vector<std::optional<Int256>> words;
    for (const auto& value : values)
      words.push_back(value ? std::optional(word_of(*value, dtype)) : std::nullopt);
    return word_column(words, dtype);
  }
}

/// Numbers that are the same on every machine and in every run.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  /// 0 .. bound - 1.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  bool chance(unsigned percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

enum class Pattern : std::uint8_t { constant, runs, small, full_range, rising };
enum class Nulls : std::uint8_t { none, some, all };

/// Values of any dtype but variant; `nulls` counts only where the dtype is nullable.
Column sample(const DType& dtype, std::uint64_t rows, Pattern pattern, Nulls nulls,
              std::uint64_t seed = 1);

/// Lists of structs of lists, maps, fixed-size lists and structs: each level may be null.
DType nested_dtype();

/// Every pattern with every kind of nulls that fits the dtype, at sizes around the edges of tiles: 0 to 5,000 rows.
std::vector<Column> samples(const DType& dtype);

}  // namespace gyre::test
