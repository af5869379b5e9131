#include "text/detail/json_reader.hpp"

#include <fmt/core.h>

#include <bit>
#include <charconv>

#include "base/words.hpp"
#include "text/csv_tokenizer.hpp"

namespace gyre {
namespace {

constexpr std::uint64_t low_bits = 0x0101010101010101, high_bits = 0x8080808080808080;

/// A high bit at least in the first byte that ends a run of plain text: a quote, a backslash, a control character.
std::uint64_t marks_in(std::uint64_t bytes) {
  const auto zero = [](std::uint64_t word) { return (word - low_bits) & ~word; };
  const auto below_blank = (bytes - low_bits * 0x20) & ~bytes;
  return (zero(bytes ^ (low_bits * '"')) | zero(bytes ^ (low_bits * '\\')) | below_blank) &
         high_bits;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void append_utf8(std::string& out, std::uint32_t code) {
  const auto tail = [&](unsigned shift) {
    out.push_back(static_cast<char>(0x80 | (code >> shift & 0x3f)));
  };
  if (code < 0x80) {
    out.push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    out.push_back(static_cast<char>(0xc0 | code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    out.push_back(static_cast<char>(0xe0 | code >> 12));
    tail(6);
    tail(0);
  } else {
    out.push_back(static_cast<char>(0xf0 | code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

/// The four hex digits behind \u.
bool take_hex(std::string_view& rest, std::uint32_t& code) {
  if (rest.size() < 4) return false;
  if (std::from_chars(rest.data(), rest.data() + 4, code, 16).ptr != rest.data() + 4) return false;
  rest.remove_prefix(4);
  return true;
}

}  // namespace

JsonReader::Kind JsonReader::peek() {
  skip_blanks();
  if (at_ == end_) return Kind::nothing;
  switch (*at_) {
    case '"': return Kind::text;
    case '{': return Kind::object;
    case '[': return Kind::array;
    case 'n': return Kind::null;
    case 't':
    case 'f': return Kind::boolean;
    default: return *at_ == '-' || is_digit(*at_) ? Kind::number : Kind::nothing;
  }
}

bool JsonReader::done() {
  skip_blanks();
  return at_ == end_;
}

const char* JsonReader::position() {
  skip_blanks();
  return at_;
}

bool JsonReader::fail(JsonFault::What what, std::string detail) {
  failed_ = true;
  fault_.what = what;
  fault_.at = at_;
  fault_.detail = std::move(detail);
  return false;
}

bool JsonReader::misfit(const char* from, const DType& dtype) {
  if (failed_) return false;
  fault_.value = {from, static_cast<std::size_t>(at_ - from)};
  fault_.dtype = dtype;
  fail(JsonFault::What::misfit, {});
  fault_.at = from;
  return false;
}

bool JsonReader::expected(std::string_view what) {
  return fail(JsonFault::What::syntax,
              fmt::format("no JSON at byte {}, expected {}", at_ - begin_ + 1, what));
}

bool JsonReader::word(std::string_view word) {
  skip_blanks();
  if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(word))
    return expected("a value");
  at_ += word.size();
  return true;
}

bool JsonReader::take_boolean(bool& value) {
  skip_blanks();
  value = at_ < end_ && *at_ == 't';
  return word(value ? "true" : "false");
}

bool JsonReader::take_number(std::string_view& text) {
  skip_blanks();
  const auto* from = at_;
  const auto digits = [&] {
    const auto* first = at_;
    while (at_ < end_ && is_digit(*at_)) ++at_;
    return at_ > first;
  };
  const auto take = [&](char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  };
  take('-');
  if (!take('0') && !digits()) return expected("a value");
  if (take('.') && !digits()) return expected("a digit");
  if (take('e') || take('E')) {
    if (!take('-')) take('+');
    if (!digits()) return expected("a digit");
  }
  if (at_ < end_ && is_digit(*at_)) return expected("no digit behind a zero in front");
  text = {from, static_cast<std::size_t>(at_ - from)};
  return true;
}

bool JsonReader::take_raw_text(std::string_view& text, bool& has_escapes) {
  skip_blanks();
  if (at_ == end_ || *at_ != '"') return expected("'\"'");
  const auto* from = ++at_;
  has_escapes = false;
  for (;;) {
    const auto marks = marks_in(load<std::uint64_t>(at_));
    if (marks == 0) {
      at_ += 8;
      if (at_ < end_) continue;
      at_ = end_;
    } else {
      at_ += std::countr_zero(marks) / 8;
    }
    if (at_ >= end_) {
      at_ = end_;
      return expected("'\"'");
    }
    if (*at_ == '"') break;
    if (*at_ != '\\') return expected("no control character in a text");
    has_escapes = true;
    at_ += 2;
  }
  text = {from, static_cast<std::size_t>(at_ - from)};
  ++at_;
  return true;
}

bool JsonReader::take_text(std::string_view& text) {
  bool has_escapes = false;
  if (!take_raw_text(text, has_escapes)) return false;
  if (!has_escapes) return true;
  if (!unescape(text)) return false;
  text = std::string_view(scratch_).substr(scratch_room, scratch_.size() - 2 * scratch_room);
  return true;
}

bool JsonReader::unescape(std::string_view text) {
  scratch_.assign(scratch_room, ' ');
  for (auto at = text.find('\\'); at != std::string_view::npos; at = text.find('\\')) {
    scratch_.append(text.substr(0, at));
    const char letter = text[at + 1];  // a backslash at the end would have taken the quote along
    text.remove_prefix(at + 2);
    switch (letter) {
      case '"':
      case '\\':
      case '/': scratch_.push_back(letter); break;
      case 'b': scratch_.push_back('\b'); break;
      case 'f': scratch_.push_back('\f'); break;
      case 'n': scratch_.push_back('\n'); break;
      case 'r': scratch_.push_back('\r'); break;
      case 't': scratch_.push_back('\t'); break;
      case 'u':
        if (!unescape_code(text)) return false;
        break;
      default: return fail(JsonFault::What::syntax, "a text has an escape that JSON does not know");
    }
  }
  scratch_.append(text).append(scratch_room, ' ');
  return true;
}

bool JsonReader::unescape_code(std::string_view& rest) {
  std::uint32_t code = 0, low = 0;
  if (!take_hex(rest, code)) return fail(JsonFault::What::syntax, "\\u without four hex digits");
  if (code >= 0xd800 && code < 0xe000) {
    const bool high = code < 0xdc00 && rest.starts_with("\\u");
    if (high) rest.remove_prefix(2);
    if (!high || !take_hex(rest, low) || low < 0xdc00 || low >= 0xe000)
      return fail(JsonFault::What::syntax, "\\u has half a surrogate pair");
    code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
  }
  append_utf8(scratch_, code);
  return true;
}

bool JsonReader::open(char bracket) {
  skip_blanks();
  if (at_ == end_ || *at_ != bracket) return expected(std::string_view(&bracket, 1));
  if (++depth_ > depth_limit)
    return fail(JsonFault::What::syntax, fmt::format("nested deeper than {}", depth_limit));
  ++at_;
  return true;
}

/// Whether an element comes, behind a comma unless it is the first.
bool JsonReader::next(bool& first, char bracket) {
  if (failed_) return false;
  skip_blanks();
  if (at_ < end_ && *at_ == bracket) {
    ++at_;
    --depth_;
    return false;
  }
  if (!std::exchange(first, false)) {
    if (at_ == end_ || *at_ != ',') return expected(bracket == '}' ? "',' or '}'" : "',' or ']'");
    ++at_;
  }
  return true;
}

bool JsonReader::next_element(bool& first) { return next(first, ']'); }

bool JsonReader::next_field(bool& first, std::string_view& key) {
  if (!next(first, '}') || !take_text(key)) return false;
  skip_blanks();
  if (at_ == end_ || *at_ != ':') return expected("':'");
  ++at_;
  return true;
}

bool JsonReader::take_any(std::string_view& text) {
  const auto* from = position();
  std::string_view part;
  bool flag = false;
  switch (peek()) {
    case Kind::null: take_null(); break;
    case Kind::boolean: take_boolean(flag); break;
    case Kind::number: take_number(part); break;
    case Kind::text: take_text(part); break;
    case Kind::array:
      for (bool first = open_array(); next_element(first);) take_any(part);
      break;
    case Kind::object:
      for (bool first = open_object(); next_field(first, part);) take_any(part);
      break;
    case Kind::nothing: expected("a value"); break;
  }
  text = {from, static_cast<std::size_t>(at_ - from)};
  return !failed_;
}

}  // namespace gyre
