#include "array/zone_statistics.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace gyre {
namespace {

/// Words as integers that sort as their values do; a float's NaN has no place in it.
template <Word W>
struct Ordering {
  bool is_signed = false, is_float = false;

  bool is_nan(W word) const {
    if constexpr (sizeof(W) == 2 || sizeof(W) == 4 || sizeof(W) == 8) {
      constexpr unsigned fraction = sizeof(W) == 2 ? 10 : sizeof(W) == 4 ? 23 : 52;
      constexpr W sign = static_cast<W>(W{1} << (sizeof(W) * 8 - 1));
      constexpr W infinity = static_cast<W>(static_cast<W>(sign - 1) >> fraction << fraction);
      return is_float && static_cast<W>(word & static_cast<W>(~sign)) > infinity;
    }
    return false;
  }

  W key(W word) const {
    constexpr W sign = static_cast<W>(W{1} << (sizeof(W) * 8 - 1));
    if (is_float && (word & sign) != 0) return static_cast<W>(~word);
    return is_signed || is_float ? static_cast<W>(word ^ sign) : word;
  }
};

template <>
struct Ordering<Int256> {
  bool is_signed = true, is_float = false;
  static bool is_nan(const Int256&) { return false; }
  static Int256 key(const Int256& word) { return word; }
};

template <Word W>
void add_words(const Column& column, RowRange rows, Statistics& zone) {
  const auto& physical = column.dtype.physical();
  const bool is_float = physical.is_float();
  const bool is_signed = physical.is(Kind::decimal) || gyre::is_signed(physical.ptype());
  const Ordering<W> order{is_signed, is_float};
  const auto* words = reinterpret_cast<const W*>(column.buffers[0].data());
  std::uint64_t nans = 0, seen = 0;
  W min{}, max{};
  for (auto row = rows.first; row < rows.last; ++row) {
    if (!column.is_valid(row)) continue;
    const W word = words[row];
    if (order.is_nan(word)) {
      ++nans;
      continue;
    }
    if (seen == 0 || order.key(word) < order.key(min)) min = word;
    if (seen == 0 || order.key(max) < order.key(word)) max = word;
    ++seen;
  }
  if (is_float) zone.nan_count = nans;
  if (seen == 0) return;
  const auto dtype = column.dtype.with_nullable(true);
  zone.min = Scalar{dtype, {widen(column.dtype, min)}};
  zone.max = Scalar{dtype, {widen(column.dtype, max)}};
  zone.min_exact = zone.max_exact = true;
}

void add_masks(const Column& column, RowRange rows, Statistics& zone) {
  bool any_true = false, any_false = false;
  for (auto row = rows.first; row < rows.last; ++row) {
    if (!column.is_valid(row)) continue;
    (bit_at(column.buffers[0].data(), row) ? any_true : any_false) = true;
  }
  if (!any_true && !any_false) return;
  const auto dtype = column.dtype.with_nullable(true);
  zone.min = Scalar{dtype, {!any_false}};
  zone.max = Scalar{dtype, {any_true}};
  zone.min_exact = zone.max_exact = true;
}

void add_texts(const Column& column, RowRange rows, std::size_t most_bytes, Statistics& zone) {
  std::optional<std::string_view> min, max;
  std::uint64_t bytes = 0;
  for (auto row = rows.first; row < rows.last; ++row) {
    if (!column.is_valid(row)) continue;
    const auto text = text_at(column, row);
    bytes += text.size();
    if (!min || text < *min) min = text;
    if (!max || text > *max) max = text;
  }
  zone.plain_bytes = bytes + rows.size() * sizeof(std::uint32_t);  // and an offset a row
  if (!min) return;
  const auto dtype = column.dtype.with_nullable(true);
  const bool is_utf8 = column.dtype.physical().is(Kind::utf8);
  zone.min_exact = min->size() <= most_bytes;
  zone.max_exact = max->size() <= most_bytes;
  zone.min = Scalar{dtype, {lower_bound_text(*min, most_bytes, is_utf8)}};
  if (zone.max_exact)
    zone.max = Scalar{dtype, {std::string(*max)}};
  else if (auto bound = upper_bound_text(*max, most_bytes, is_utf8))
    zone.max = Scalar{dtype, {*std::move(bound)}};
}

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/// The code point of the last character of `text`, which is cut off.
std::uint32_t cut_last_character(std::string& text) {
  auto at = text.size() - 1;
  while (at > 0 && continues_character(text[at])) --at;
  const auto lead = static_cast<unsigned char>(text[at]);
  std::uint32_t point = lead < 0x80   ? lead
                        : lead < 0xe0 ? lead & 0x1fu
                        : lead < 0xf0 ? lead & 0x0fu
                                      : lead & 0x07u;
  for (auto i = at + 1; i < text.size(); ++i)
    point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
  text.resize(at);
  return point;
}

void append_character(std::string& text, std::uint32_t point) {
  const auto put = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xc0 | point >> 6);
    put(0x80 | (point & 0x3f));
  } else if (point < 0x10000) {
    put(0xe0 | point >> 12);
    put(0x80 | (point >> 6 & 0x3f));
    put(0x80 | (point & 0x3f));
  } else {
    put(0xf0 | point >> 18);
    put(0x80 | (point >> 12 & 0x3f));
    put(0x80 | (point >> 6 & 0x3f));
    put(0x80 | (point & 0x3f));
  }
}

std::uint64_t null_count(const Column& column, RowRange rows) {
  if (column.dtype.is(Kind::null)) return rows.size();
  if (column.validity.empty()) return 0;
  std::uint64_t valid = 0;
  for (auto row = rows.first; row < rows.last; row += 64) {
    const auto count = static_cast<unsigned>(std::min<std::uint64_t>(64, rows.last - row));
    valid += static_cast<unsigned>(std::popcount(load_bits(column.validity.data(), row, count)));
  }
  return rows.size() - valid;
}

constexpr std::uint32_t last_code_point = 0x10ffff, first_surrogate = 0xd800,
                        after_surrogates = 0xe000;

}  // namespace

std::string lower_bound_text(std::string_view text, std::size_t bytes, bool is_utf8) {
  if (text.size() <= bytes) return std::string(text);
  if (is_utf8)
    while (bytes > 0 && continues_character(text[bytes])) --bytes;
  return std::string(text.substr(0, bytes));
}

std::optional<std::string> upper_bound_text(std::string_view text, std::size_t bytes,
                                            bool is_utf8) {
  auto bound = lower_bound_text(text, bytes, is_utf8);
  while (!bound.empty()) {
    if (!is_utf8) {
      const auto last = static_cast<unsigned char>(bound.back());
      bound.pop_back();
      if (last == 0xff) continue;
      bound.push_back(static_cast<char>(last + 1));
      return bound;
    }
    auto point = cut_last_character(bound) + 1;
    if (point == first_surrogate) point = after_surrogates;
    if (point > last_code_point) continue;
    append_character(bound, point);
    if (bound.size() <= bytes) return bound;
    cut_last_character(bound);
  }
  return std::nullopt;
}

bool has_order(const DType& dtype) {
  const auto& physical = dtype.physical();
  return physical.is(Kind::boolean) || physical.is(Kind::primitive) || physical.is(Kind::decimal) ||
         physical.is_text();
}

Statistics statistics_of(const Column& column, RowRange rows, std::size_t most_bytes) {
  const auto& physical = column.dtype.physical();
  Statistics statistics;
  statistics.rows = rows.size();
  statistics.null_count = null_count(column, rows);
  if (const auto bytes = word_bytes(physical); bytes > 0)
    with_word(bytes, [&]<Word W>(W) { add_words<W>(column, rows, statistics); });
  else if (physical.is(Kind::boolean))
    add_masks(column, rows, statistics);
  else if (physical.is_text())
    add_texts(column, rows, most_bytes, statistics);
  return statistics;
}

std::vector<Statistics> zone_statistics(const Column& column, std::uint64_t zone_rows,
                                        std::uint64_t rows_before) {
  std::vector<Statistics> zones;
  auto left = zone_rows - rows_before;
  for (std::uint64_t first = 0; first < column.rows; first += std::exchange(left, zone_rows))
    zones.push_back(
        statistics_of(column, {first, std::min(column.rows, first + left)}, bound_bytes));
  return zones;
}

}  // namespace gyre
