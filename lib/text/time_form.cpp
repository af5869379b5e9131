#include "text/time_form.hpp"

#include <algorithm>
#include <array>

#include "base/words.hpp"
#include "dtype/civil.hpp"

namespace gyre {
namespace {

constexpr std::array<std::string_view, 12> months{"january",   "february", "march",    "april",
                                                  "may",       "june",     "july",     "august",
                                                  "september", "october",  "november", "december"};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The parts of a text, as far as its form has them.
struct Parts {
  std::int64_t year = 0, month = 0, day = 0;
  std::int64_t hour = 0, minute = 0, second = 0, nanoseconds = 0;
  std::int64_t offset_minutes = 0;
  bool afternoon = false, twelve_hours = false;
};

/// Takes what a form names off the front of a text, or says no.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool done() const { return text_.empty(); }
  bool take(char c) {
    if (text_.empty() || text_[0] != c) return false;
    text_.remove_prefix(1);
    return true;
  }

  bool take(char letter, Parts& parts) {
    switch (letter) {
      case 'Y': return digits(4, 4, parts.year);
      case 'y':
        if (!digits(2, 2, parts.year)) return false;
        parts.year += parts.year < 69 ? 2000 : 1900;
        return true;
      case 'm': return digits(1, 2, parts.month);
      case 'b':
      case 'B': return month(std::string_view::npos, parts.month) || month(3, parts.month);
      case 'd': return digits(1, 2, parts.day);
      case 'H': return digits(1, 2, parts.hour) && parts.hour <= 23;
      case 'I':
        parts.twelve_hours = true;
        return digits(1, 2, parts.hour) && parts.hour >= 1 && parts.hour <= 12;
      case 'M': return digits(1, 2, parts.minute) && parts.minute <= 59;
      case 'S': return digits(1, 2, parts.second) && parts.second <= 59;
      case 'f': return fraction(parts.nanoseconds);
      case 'p': parts.afternoon = take_word("pm"); return parts.afternoon || take_word("am");
      case 'z': return zone(parts.offset_minutes);
      default: return letter == '%' && take('%');
    }
  }

 private:
  std::size_t digits_ahead() const {
    const auto end = std::ranges::find_if(text_, [](char c) { return c < '0' || c > '9'; });
    return static_cast<std::size_t>(end - text_.begin());
  }
  bool digits(std::size_t least, std::size_t most, std::int64_t& value) {
    const auto count = std::min(digits_ahead(), most);
    if (count < least) return false;
    value = 0;
    for (std::size_t i = 0; i < count; ++i) value = value * 10 + (text_[i] - '0');
    text_.remove_prefix(count);
    return true;
  }
  bool take_word(std::string_view lower_word) {
    if (!std::ranges::equal(text_.substr(0, lower_word.size()), lower_word, {}, lower))
      return false;
    text_.remove_prefix(lower_word.size());
    return true;
  }
  bool month(std::size_t letters, std::int64_t& value) {
    for (std::size_t i = 0; i < months.size(); ++i) {
      if (!take_word(months[i].substr(0, letters))) continue;
      value = static_cast<std::int64_t>(i) + 1;
      return true;
    }
    return false;
  }
  bool fraction(std::int64_t& nanoseconds) {
    constexpr std::size_t most = 9;
    const auto count = digits_ahead();
    if (count > most || !digits(1, most, nanoseconds)) return false;
    for (auto missing = count; missing < most; ++missing) nanoseconds *= 10;
    return true;
  }
  bool zone(std::int64_t& minutes) {
    if (take('Z')) return true;
    const bool west = take('-');
    std::int64_t hour = 0, minute = 0;
    if ((!west && !take('+')) || !digits(2, 2, hour) || hour > 23) return false;
    if ((take(':') || digits_ahead() > 0) && (!digits(2, 2, minute) || minute > 59)) return false;
    minutes = (hour * 60 + minute) * (west ? -1 : 1);
    return true;
  }

  std::string_view text_;
};

std::optional<Parts> read(std::string_view form, std::string_view text) {
  Parts parts;
  Reader reader(text);
  for (std::size_t i = 0; i < form.size(); ++i) {
    const bool good = form[i] == '%' ? reader.take(form[++i], parts) : reader.take(form[i]);
    if (!good) return std::nullopt;
  }
  if (!reader.done() || parts.month < 1 || parts.month > 12 || parts.day < 1 ||
      parts.day > month_days(parts.year, static_cast<unsigned>(parts.month)))
    return std::nullopt;
  if (parts.twelve_hours) parts.hour = parts.hour % 12 + (parts.afternoon ? 12 : 0);
  return parts;
}

std::int64_t days_of(const Parts& parts) {
  return gyre::days_of(
      {parts.year, static_cast<unsigned>(parts.month), static_cast<unsigned>(parts.day)});
}

}  // namespace

Result<TimeForm> TimeForm::parse(std::string_view form) {
  TimeForm parsed;
  std::string letters;
  const auto add = [&](char letter) {
    parsed.form_.append({'%', letter});
    letters.push_back(letter);
  };
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] != '%') {
      parsed.form_.push_back(form[i]);
      continue;
    }
    const char letter = ++i < form.size() ? form[i] : '\0';
    if (letter == 'F') {
      add('Y'), parsed.form_.push_back('-');
      add('m'), parsed.form_.push_back('-');
      add('d');
    } else if (letter == 'T') {
      add('H'), parsed.form_.push_back(':');
      add('M'), parsed.form_.push_back(':');
      add('S');
    } else if (letter != '\0' && std::string_view("YymbBdHIMSfpz%").contains(letter)) {
      add(letter);
    } else {
      return fail(Code::invalid_argument, "time form '{}': there is no %{}", form,
                  std::string_view(&letter, letter == '\0' ? 0 : 1));
    }
  }
  const auto count = [&](std::string_view alike) {
    return std::ranges::count_if(letters, [&](char c) { return alike.contains(c); });
  };
  for (const std::string_view alike : {"Yy", "mbB", "d", "HI", "M", "S", "f", "p", "z"})
    if (count(alike) > 1)
      return fail(Code::invalid_argument, "time form '{}': more than one %{}", form, alike[0]);
  if (count("Yy") + count("mbB") + count("d") < 3)
    return fail(Code::invalid_argument, "time form '{}': expected a year, a month and a day", form);
  if (count("I") != count("p"))
    return fail(Code::invalid_argument, "time form '{}': %I and %p need each other", form);
  parsed.has_clock_ = count("HIMSfp") > 0;
  parsed.has_zone_ = count("z") > 0;
  return parsed;
}

std::optional<std::int32_t> TimeForm::date(std::string_view text) const {
  if (has_clock_ || has_zone_) return std::nullopt;
  const auto parts = read(form_, text);
  if (!parts) return std::nullopt;
  return static_cast<std::int32_t>(days_of(*parts));
}

std::optional<std::int64_t> TimeForm::timestamp(std::string_view text, TimeUnit unit) const {
  const auto parts = read(form_, text);
  const auto per = per_second(unit);
  if (!parts || per == 0) return std::nullopt;
  constexpr std::int64_t ns_per_second = 1'000'000'000;
  if (parts->nanoseconds % (ns_per_second / per) != 0) return std::nullopt;
  const auto minutes = (days_of(*parts) * 24 + parts->hour) * 60 + parts->minute;
  const auto seconds = (minutes - parts->offset_minutes) * 60 + parts->second;
  const auto value = i128{seconds} * per + parts->nanoseconds / (ns_per_second / per);
  const auto narrow = static_cast<std::int64_t>(value);
  if (narrow != value) return std::nullopt;
  return narrow;
}

}  // namespace gyre
