#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/words.hpp"
#include "dtype/temporal.hpp"

namespace gyre {

/// How much a text may differ from what its value would be written as.
enum class Spelling : std::uint8_t {
  /// Nothing that carries meaning is lost: no plus, no zeros in front, no digits that a float drops, no offset from UTC.
  exact,
  /// Any way to write the value: it was asked for.
  any,
};

/// Readers of fields. Nothing where the text is no such value or does not fit; blanks are not passed over.
std::optional<std::int64_t> parse_i64(std::string_view text, Spelling spelling);
std::optional<std::uint64_t> parse_u64(std::string_view text, Spelling spelling);
/// value * 10^scale with at most `precision` (up to 76) digits; zeros behind those of the scale may be dropped.
std::optional<Int256> parse_scaled(std::string_view text, unsigned precision, int scale,
                                   Spelling spelling);
/// 1.5, .5, 1e-3, NaN, Infinity, inf, with a minus or none; rounded to nearest. Exact: the shortest text of the result is
/// the same number.
std::optional<double> parse_f64(std::string_view text, Spelling spelling);
/// As parse_f64 with Spelling::any, rounded once.
std::optional<float> parse_f32(std::string_view text);
/// true, True, TRUE, false, False, FALSE; with Spelling::any also t, f, yes, no, y, n, 1, 0, in any case.
std::optional<bool> parse_bool(std::string_view text, Spelling spelling);
/// An instant, or with `utc` false a local time: the text says a zone, or none. Exact: the zone is Z.
std::optional<std::int64_t> parse_instant(std::string_view text, TimeUnit unit, bool utc,
                                          Spelling spelling);
/// Two hex digits a byte; false for any other text.
bool parse_hex(std::string_view text, std::string& bytes);

/// How a number is written.
struct NumberShape {
  bool is_number = false;  ///< a minus or none, digits with or without a point, an exponent or none
  bool minus = false;
  bool has_point = false;
  bool has_exponent = false;
  bool zeros_in_front = false;         ///< 007, 00.5
  bool zeros_behind = false;           ///< 1.50, 2.00; but not 2.0
  std::size_t whole_digits = 0;        ///< before the point
  std::size_t fraction_digits = 0;     ///< behind it
  std::size_t significant_digits = 0;  ///< from the first to the last that is not 0
};
NumberShape shape_of(std::string_view text);
/// Whether the shortest text of the double nearest to a number is that number.
bool is_exact_f64(std::string_view text, const NumberShape& shape);

}  // namespace gyre
