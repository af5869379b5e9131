#include "base/float_text.hpp"

#include <charconv>
#include <cmath>
#include <string_view>

#include "base/half.hpp"

namespace gyre {
namespace {

// Plain digits between 1e-5 and 1e16; outside of these the zeros would hide the number.
constexpr int smallest_plain_exponent = -5;
constexpr int largest_plain_exponent = 15;

bool append_special(std::string& out, double value) {
  if (std::isfinite(value)) return false;
  out += std::isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity";
  return true;
}

/// Lays out "-d.ddde-xx", as std::to_chars writes it, the way append_float promises.
void append_scientific(std::string& out, std::string_view text) {
  if (text.starts_with('-')) {
    out.push_back('-');
    text.remove_prefix(1);
  }
  const auto mark = text.find('e');
  const auto* exponent_text = text.data() + mark + 1;
  if (*exponent_text == '+') ++exponent_text;
  int exponent = 0;
  std::from_chars(exponent_text, text.data() + text.size(), exponent);
  if (exponent < smallest_plain_exponent || exponent > largest_plain_exponent) {
    out += text;
    return;
  }
  const auto head = text.substr(0, 1);
  const auto tail = mark > 2 ? text.substr(2, mark - 2) : std::string_view();
  if (exponent < 0) {
    out += "0.";
    out.append(static_cast<std::size_t>(-exponent - 1), '0');
    out.append(head).append(tail);
    return;
  }
  const auto whole = static_cast<std::size_t>(exponent);
  out += head;
  if (tail.size() > whole) {
    out.append(tail.substr(0, whole)).append(1, '.').append(tail.substr(whole));
  } else {
    out.append(tail).append(whole - tail.size(), '0').append(".0");
  }
}

template <class Float>
void append_shortest(std::string& out, Float value) {
  if (append_special(out, static_cast<double>(value))) return;
  char text[32];
  const auto end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  append_scientific(out, {text, end});
}

}  // namespace

void append_float(std::string& out, double value) { append_shortest(out, value); }
void append_float(std::string& out, float value) { append_shortest(out, value); }

void append_half(std::string& out, std::uint16_t bits) {
  const auto value = static_cast<double>(half_to_float(bits));
  if (append_special(out, value)) return;
  const auto reads_back = [bits](const char* first, const char* last) {
    double back = 0;
    std::from_chars(first, last, back);
    return double_to_half(back) == bits;
  };
  char text[32];
  // Five digits tell any two halves apart.
  for (int digits = 1; digits <= 5; ++digits) {
    const auto end =
        std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, digits - 1)
            .ptr;
    bool found = reads_back(text, end);
    auto& last_digit = text[std::string_view(text, end).find('e') - 1];
    if (!found && last_digit != '9') {
      // Above a power of two halves are further apart than below, so the farther neighbour may do.
      // After a 9 it would have fewer digits, and was tried.
      ++last_digit;
      found = reads_back(text, end);
    }
    if (!found) continue;
    append_scientific(out, {text, end});
    return;
  }
}

}  // namespace gyre
