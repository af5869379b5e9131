#include "support/samples.hpp"

#include <algorithm>
#include <limits>

#include "array/column_builder.hpp"
#include "base/assert.hpp"
#include "base/decimal_text.hpp"
#include "base/half.hpp"

namespace gyre::test {
namespace {

void set_validity(Column& column, const std::vector<bool>& valid) {
  if (valid.empty()) return;
  GYRE_ASSERT(valid.size() == column.rows);
  ValidityBuilder validity;
  for (const bool bit : valid) validity.append(bit);
  validity.finish(column);
  GYRE_ASSERT(column.null_count == 0 || column.dtype.nullable());
}

template <class T>
std::vector<bool> present(const std::vector<std::optional<T>>& values) {
  std::vector<bool> valid;
  for (const auto& value : values) valid.push_back(value.has_value());
  return valid;
}

Column start(const DType& dtype, std::uint64_t rows) {
  Column column;
  column.dtype = dtype;
  column.rows = rows;
  return column;
}

}  // namespace

Column word_column(const std::vector<std::optional<Int256>>& words, const DType& dtype) {
  auto column = start(dtype, words.size());
  const std::size_t width = word_bytes(dtype);
  auto values = MutableBuffer::zeroed(words.size() * width);
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i]) std::memcpy(values.data() + i * width, &*words[i], width);
  column.buffers.push_back(std::move(values).freeze());
  set_validity(column, present(words));
  return column;
}

Column bool_column(const std::vector<std::optional<bool>>& values, const DType& dtype) {
  auto column = start(dtype, values.size());
  BitmapBuilder bits;
  for (const auto& value : values) bits.append(value.value_or(false));
  column.buffers.push_back(bits.finish());
  set_validity(column, present(values));
  return column;
}

Column text_column(const std::vector<std::optional<std::string>>& texts, const DType& dtype) {
  TextBuilder builder;
  for (const auto& text : texts) text ? builder.append(*text) : builder.append_null();
  return builder.finish(dtype);
}

Column struct_column(std::vector<DType::Field> fields, std::vector<Column> columns,
                     std::uint64_t rows, const std::vector<bool>& valid) {
  auto column = start(DType::structure(std::move(fields), !valid.empty()), rows);
  column.children = std::move(columns);
  set_validity(column, valid);
  return column;
}

Column list_column(const std::vector<std::optional<std::uint64_t>>& sizes, Column elements,
                   const DType& dtype) {
  auto column = start(dtype, sizes.size());
  if (!dtype.physical().is(Kind::fixed_size_list)) {
    MutableBuffer offsets;
    std::uint64_t last = 0;
    offsets.append_value(last);
    for (const auto& size : sizes) offsets.append_value(last += size.value_or(0));
    GYRE_ASSERT(last == elements.rows);
    column.buffers.push_back(std::move(offsets).freeze());
  }
  column.children.push_back(std::move(elements));
  set_validity(column, present(sizes));
  return column;
}

Column null_column(std::uint64_t rows) {
  auto column = start(DType::null(), rows);
  column.null_count = rows;
  return column;
}

std::uint64_t Random::next() {
  // splitmix64
  auto mixed = state_ += 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return mixed ^ mixed >> 31;
}

namespace {

/// Makes the values of one sample, one row after another.
class Maker {
 public:
  Maker(const DType& dtype, Pattern pattern, std::uint64_t seed)
      : dtype_(dtype.physical()), pattern_(pattern), random_(seed) {
    fixed_ = random_.next();
  }

  Int256 word() {
    const auto number = next_number();
    if (dtype_.is(Kind::decimal)) return decimal(number);
    if (dtype_.is_float()) return floating(number);
    const auto bits = byte_width(dtype_.ptype()) * 8;
    if (pattern_ == Pattern::full_range) return narrowed(number);
    // Small numbers go below zero where the type does, rising ones stop at its top.
    const auto top = bits == 64 ? std::uint64_t{INT64_MAX}
                                : (std::uint64_t{1} << (bits - is_signed(dtype_.ptype()))) - 1;
    const auto base = is_signed(dtype_.ptype()) ? std::int64_t{-50} : std::int64_t{3};
    return Int256::of(base + static_cast<std::int64_t>(std::min(number, top - 3)));
  }

  bool boolean() {
    const auto number = next_number();
    return pattern_ == Pattern::small ? number % 10 == 0 : number % 2 == 0;
  }

  std::string text() {
    const auto number = next_number();
    switch (pattern_) {
      case Pattern::constant: return "the same text in every single row";
      case Pattern::runs:
        return "value " + std::string(number % 5 * 4, 'x') + std::to_string(number);
      case Pattern::small: return std::string("abcdefghijklm").substr(0, number % 14);
      case Pattern::rising: {
        auto digits = std::to_string(number);
        return "https://example.org/items/" +
               std::string(8 - std::min<std::size_t>(8, digits.size()), '0') + digits;
      }
      case Pattern::full_range: break;
    }
    std::string text;
    for (auto left = number % 70; left > 0; --left) {
      if (dtype_.is(Kind::binary)) {
        text += static_cast<char>(random_.next());
      } else if (random_.chance(5)) {
        text += "\xe2\x82\xac";  // a sign of three bytes
      } else {
        text += static_cast<char>(' ' + random_.below(95));
      }
    }
    return text;
  }

  std::uint64_t list_size() { return pattern_ == Pattern::constant ? 3 : next_number() % 5; }
  bool valid(Nulls nulls) {
    if (nulls == Nulls::some && pattern_ == Pattern::runs) {
      // Nulls come in runs as well.
      if (null_run_ == 0) {
        null_run_ = 1 + random_.below(60);
        null_run_valid_ = random_.chance(70);
      }
      --null_run_;
      return null_run_valid_;
    }
    return nulls == Nulls::none || (nulls == Nulls::some && !random_.chance(20));
  }

 private:
  std::uint64_t next_number() {
    switch (pattern_) {
      case Pattern::constant: return fixed_ % 100;
      case Pattern::runs:
        if (run_ == 0) {
          run_ = 1 + random_.below(random_.chance(10) ? 1500 : 30);
          current_ = random_.below(7);
        }
        --run_;
        return current_;
      case Pattern::small: return random_.below(100);
      case Pattern::full_range: return random_.next();
      case Pattern::rising: return current_ += random_.below(4);
    }
    return 0;
  }

  Int256 narrowed(std::uint64_t number) const {
    return with_small_word(byte_width(dtype_.ptype()), [&](auto word) {
      word = static_cast<decltype(word)>(number);
      return widen(dtype_, word);
    });
  }

  Int256 floating(std::uint64_t number) {
    const auto ptype = dtype_.ptype();
    if (pattern_ == Pattern::full_range) return narrowed(number);  // NaNs and infinities among them
    if (number % 97 == 13) return float_word(ptype, -0.0);
    const auto cents = static_cast<double>(static_cast<std::int64_t>(number) - 20);
    return float_word(ptype, pattern_ == Pattern::rising ? cents * 0.5 : cents / 100.0);
  }

  Int256 decimal(std::uint64_t number) {
    const auto precision = dtype_.precision();
    if (pattern_ != Pattern::full_range) {
      const auto top = precision >= 18
                           ? std::uint64_t{INT64_MAX}
                           : static_cast<std::uint64_t>(power_of_ten(precision).low64() - 1);
      const auto magnitude = static_cast<std::int64_t>(std::min(number, top));
      return Int256::of(pattern_ == Pattern::small && number % 2 == 0 ? -magnitude : magnitude);
    }
    // As many digits as chance has it, up to all.
    const auto digits = 1 + static_cast<unsigned>(random_.below(precision));
    std::string written = random_.chance(50) ? "-" : "";
    for (unsigned i = 0; i < digits; ++i) written += static_cast<char>('0' + random_.below(10));
    return parse_decimal(written)->value;
  }

  const DType& dtype_;
  Pattern pattern_;
  Random random_;
  std::uint64_t fixed_ = 0, run_ = 0, current_ = 0;
  std::uint64_t null_run_ = 0;
  bool null_run_valid_ = true;
};

template <class T, class Next>
std::vector<std::optional<T>> rows_of(Maker& maker, std::uint64_t rows, Nulls nulls, Next&& next) {
  std::vector<std::optional<T>> values;
  for (std::uint64_t row = 0; row < rows; ++row) {
    T value = next();
    values.push_back(maker.valid(nulls) ? std::optional<T>(std::move(value)) : std::nullopt);
  }
  return values;
}

Column struct_sample(const DType& dtype, std::uint64_t rows, Pattern pattern, Nulls nulls,
                     std::uint64_t seed) {
  const auto& physical = dtype.physical();
  Maker maker(dtype, pattern, seed);
  auto column = start(dtype, rows);
  for (std::size_t i = 0; i < physical.field_count(); ++i)
    column.children.push_back(sample(physical.field(i), rows, pattern,
                                     i % 2 == 0 ? Nulls::some : Nulls::none, seed + i + 1));
  std::vector<bool> valid;
  for (std::uint64_t row = 0; row < rows; ++row) valid.push_back(maker.valid(nulls));
  set_validity(column, valid);
  return column;
}

Column list_sample(const DType& dtype, std::uint64_t rows, Pattern pattern, Nulls nulls,
                   std::uint64_t seed) {
  const auto& physical = dtype.physical();
  Maker maker(dtype, pattern, seed);
  const auto sizes = rows_of<std::uint64_t>(maker, rows, nulls, [&] { return maker.list_size(); });
  std::uint64_t elements = 0;
  for (const auto& size : sizes) elements += size.value_or(0);
  if (physical.is(Kind::fixed_size_list)) elements = rows * physical.list_size();
  return list_column(sizes, sample(element_of(dtype), elements, pattern, Nulls::some, seed + 1),
                     dtype);
}

}  // namespace

Column sample(const DType& dtype, std::uint64_t rows, Pattern pattern, Nulls nulls,
              std::uint64_t seed) {
  if (!dtype.nullable()) nulls = Nulls::none;
  Maker maker(dtype, pattern, seed);
  switch (dtype.physical().kind()) {
    case Kind::null: return null_column(rows);
    case Kind::boolean:
      return bool_column(rows_of<bool>(maker, rows, nulls, [&] { return maker.boolean(); }), dtype);
    case Kind::primitive:
    case Kind::decimal:
      return word_column(rows_of<Int256>(maker, rows, nulls, [&] { return maker.word(); }), dtype);
    case Kind::utf8:
    case Kind::binary:
      return text_column(rows_of<std::string>(maker, rows, nulls, [&] { return maker.text(); }),
                         dtype);
    case Kind::structure: return struct_sample(dtype, rows, pattern, nulls, seed);
    case Kind::list:
    case Kind::map:
    case Kind::fixed_size_list: return list_sample(dtype, rows, pattern, nulls, seed);
    case Kind::extension:
    case Kind::variant: break;
  }
  GYRE_ASSERT(!"a sample of variants");
  return {};
}

DType nested_dtype() {
  const auto pair = DType::fixed_size_list(DType::primitive(PType::i16, true), 2, true);
  const auto tag = DType::structure({{"name", DType::utf8(true)}, {"pair", pair}}, true);
  const auto flags =
      DType::map(DType::utf8(), DType::list(DType::boolean(true), true), false, true);
  const auto record = DType::structure({{"tags", DType::list(tag, true)},
                                        {"id", DType::primitive(PType::u32)},
                                        {"flags", flags},
                                        {"amount", DType::decimal(30, 2, true)},
                                        {"last", tag}},
                                       true);
  return DType::list(record, true);
}

std::vector<Column> samples(const DType& dtype) {
  constexpr std::uint64_t sizes[] = {1, 1023, 1024, 1025, 5000};
  std::vector<Column> columns{sample(dtype, 0, Pattern::small, Nulls::none)};
  std::uint64_t seed = 1;
  for (const auto rows : sizes) {
    for (const auto pattern :
         {Pattern::constant, Pattern::runs, Pattern::small, Pattern::full_range, Pattern::rising}) {
      if (dtype.is(Kind::null) && pattern != Pattern::constant) continue;
      if (dtype.physical().is(Kind::boolean) && pattern == Pattern::rising) continue;
      columns.push_back(sample(dtype, rows, pattern, Nulls::none, ++seed));
      if (dtype.nullable() && !dtype.is(Kind::null))
        columns.push_back(sample(dtype, rows, pattern, Nulls::some, ++seed));
    }
    if (dtype.nullable() && !dtype.is(Kind::null))
      columns.push_back(sample(dtype, rows, Pattern::small, Nulls::all, ++seed));
  }
  return columns;
}

}  // namespace gyre::test
