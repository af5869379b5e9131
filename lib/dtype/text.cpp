#include "dtype/text.hpp"

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "dtype/temporal.hpp"

namespace gyre {
namespace {

constexpr unsigned depth_limit = 64;

constexpr std::array<std::string_view, 11> ptype_names = {"u8",  "u16", "u32", "u64", "i8", "i16",
                                                          "i32", "i64", "f16", "f32", "f64"};
constexpr std::array<std::string_view, 5> unit_names = {"ns", "us", "ms", "s", "days"};
constexpr std::string_view uuid_id = "vortex.uuid", json_id = "vortex.json";

DType uuid_storage() { return DType::fixed_size_list(DType::primitive(PType::u8), 16); }

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Of what names and words without quotes are made.
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
/// The same for time zones and extension ids: Etc/GMT+5, vortex.date.
bool is_label(char c) {
  return is_word(c) || c == '.' || c == '/' || c == '+' || c == '-' || c == ':';
}

template <class Allowed>
void append_name(std::string& out, std::string_view name, Allowed allowed, bool force_quotes) {
  bool plain = !name.empty() && !force_quotes;
  for (const char c : name) plain = plain && allowed(c);
  if (plain) {
    out += name;
    return;
  }
  out.push_back('"');
  for (const char c : name) out.append(c == '"' ? 2 : 1, c);
  out.push_back('"');
}

void append_dtype(std::string& out, const DType& dtype);

bool append_temporal(std::string& out, const DType& dtype) {
  const auto temporal = temporal_of(dtype);
  if (!temporal) return false;
  const auto unit = unit_names[static_cast<std::size_t>(temporal->unit)];
  switch (temporal->what) {
    case Temporal::What::date:
      out += "date";
      if (temporal->unit != TimeUnit::days) out.append("(").append(unit).append(")");
      break;
    case Temporal::What::time: out.append("time(").append(unit).append(")"); break;
    case Temporal::What::timestamp:
      out.append("timestamp(").append(unit);
      if (!temporal->zone.empty()) {
        out += ", ";
        append_name(out, temporal->zone, is_label, false);
      }
      out += ")";
      break;
  }
  return true;
}

void append_extension(std::string& out, const DType& dtype) {
  if (append_temporal(out, dtype)) return;
  const auto id = dtype.extension_id();
  const auto storage = dtype.storage().with_nullable(false);
  if (id == uuid_id && storage == uuid_storage()) {
    out += "uuid";
  } else if (id == json_id && storage == DType::utf8()) {
    out += "json";
  } else {
    out += "extension(";
    append_name(out, id, is_label, false);
    out += ", ";
    append_dtype(out, storage);
    out += ")";
  }
}

void append_structure(std::string& out, const DType& dtype) {
  out += "struct(";
  for (std::size_t i = 0; i < dtype.field_count(); ++i) {
    if (i > 0) out += ", ";
    const auto name = dtype.field_name(i);
    append_name(out, name, is_word, !name.empty() && is_digit(name[0]));
    out += ": ";
    append_dtype(out, dtype.field(i));
  }
  out += ")";
}

void append_dtype(std::string& out, const DType& dtype) {
  switch (dtype.kind()) {
    case Kind::null: out += "null"; return;
    case Kind::boolean: out += "bool"; break;
    case Kind::primitive: out += to_text(dtype.ptype()); break;
    case Kind::decimal:
      out += fmt::format("decimal({},{})", dtype.precision(), dtype.scale());
      break;
    case Kind::utf8: out += "utf8"; break;
    case Kind::binary: out += "binary"; break;
    case Kind::variant: out += "variant"; break;
    case Kind::structure: append_structure(out, dtype); break;
    case Kind::extension: append_extension(out, dtype); break;
    case Kind::list:
    case Kind::fixed_size_list:
      out += "list(";
      append_dtype(out, dtype.element());
      if (dtype.is(Kind::fixed_size_list)) out += fmt::format(", {}", dtype.list_size());
      out += ")";
      break;
    case Kind::map:
      out += "map(";
      append_dtype(out, dtype.key());
      out += ", ";
      append_dtype(out, dtype.value());
      if (dtype.keys_sorted()) out += ", sorted";
      out += ")";
      break;
  }
  if (dtype.nullable()) out.push_back('?');
}

/// Reads a type from the front of a text.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<DType> whole() {
    auto dtype = GYRE_TRY(type(0));
    if (peek() != '\0') return unexpected("the end");
    return dtype;
  }

 private:
  std::unexpected<Error> unexpected(std::string_view wanted) {
    if (peek() == '\0')
      return fail(Code::invalid_argument, "type '{}': ends where {} is expected", text_, wanted);
    return fail(Code::invalid_argument, "type '{}': '{}' at position {}, expected {}", text_,
                text_.substr(at_, 1), at_ + 1, wanted);
  }
  std::unexpected<Error> wrong(std::string_view what) {
    return fail(Code::invalid_argument, "type '{}': {}", text_, what);
  }

  /// The next character that is no blank; NUL at the end.
  char peek() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c || c == '\0') return false;
    ++at_;
    return true;
  }
  Result<void> expect(char c) {
    if (!take(c)) return unexpected(fmt::format("'{}'", c));
    return {};
  }
  template <class Allowed>
  std::string_view run(Allowed allowed) {
    peek();
    const auto first = at_;
    while (at_ < text_.size() && allowed(text_[at_])) ++at_;
    return text_.substr(first, at_ - first);
  }

  template <class Allowed>
  Result<std::string> name(Allowed allowed, std::string_view what) {
    if (!take('"')) {
      const auto plain = run(allowed);
      if (plain.empty()) return unexpected(what);
      return std::string(plain);
    }
    std::string quoted;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] != '"') {
        quoted.push_back(text_[at_]);
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        quoted.push_back(text_[at_++]);
      } else {
        ++at_;
        return quoted;
      }
    }
    return wrong("a quoted name does not end");
  }

  Result<std::int64_t> number(std::int64_t lowest, std::int64_t highest, std::string_view what) {
    const auto digits = run([](char c) { return is_digit(c) || c == '-'; });
    if (digits.empty()) return unexpected(what);
    std::int64_t value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || value < lowest ||
        value > highest)
      return wrong(fmt::format("{} {}, expected {} .. {}", what, digits, lowest, highest));
    return value;
  }

  Result<DType> type(unsigned depth) {
    if (depth >= depth_limit) return wrong(fmt::format("nested deeper than {}", depth_limit));
    auto dtype = GYRE_TRY(bare_type(depth));
    if (take('?')) dtype = dtype.with_nullable(true);
    return dtype;
  }

  Result<DType> bare_type(unsigned depth) {
    const auto word = run(is_word);
    if (word.empty()) return unexpected("a type");
    if (const auto simple = simple_type(word)) return *simple;
    if (word == "date") return date();
    if (word == "time") return time();
    if (word == "timestamp") return timestamp();
    if (word == "decimal") return decimal();
    if (word == "list") return list(depth);
    if (word == "struct") return structure(depth);
    if (word == "map") return map(depth);
    if (word == "extension") return extension(depth);
    return wrong(fmt::format("there is no type '{}'", word));
  }

  static std::optional<DType> simple_type(std::string_view word) {
    for (std::size_t i = 0; i < ptype_names.size(); ++i)
      if (word == ptype_names[i]) return DType::primitive(static_cast<PType>(i));
    if (word == "bool") return DType::boolean();
    if (word == "utf8") return DType::utf8();
    if (word == "binary") return DType::binary();
    if (word == "null") return DType::null();
    if (word == "variant") return DType::variant();
    if (word == "uuid") return DType::extension(std::string(uuid_id), uuid_storage(), {});
    if (word == "json") return DType::extension(std::string(json_id), DType::utf8(), {});
    return std::nullopt;
  }

  Result<TimeUnit> unit() {
    const auto word = run(is_word);
    if (word.empty()) return unexpected("a unit of time");
    for (std::size_t i = 0; i < unit_names.size(); ++i)
      if (word == unit_names[i]) return static_cast<TimeUnit>(i);
    return wrong(fmt::format("unit '{}', expected s, ms, us or ns", word));
  }
  Result<TimeUnit> clock_unit() {
    const auto found = GYRE_TRY(unit());
    if (found == TimeUnit::days) return wrong("unit 'days', expected s, ms, us or ns");
    return found;
  }

  Result<DType> date() {
    auto found = TimeUnit::days;
    if (take('(')) {
      found = GYRE_TRY(unit());
      GYRE_TRY(expect(')'));
      if (found != TimeUnit::days && found != TimeUnit::milliseconds)
        return wrong("a date has the unit days or ms");
    }
    return temporal_dtype({Temporal::What::date, found, {}});
  }

  Result<DType> time() {
    GYRE_TRY(expect('('));
    const auto found = GYRE_TRY(clock_unit());
    GYRE_TRY(expect(')'));
    return temporal_dtype({Temporal::What::time, found, {}});
  }

  Result<DType> timestamp() {
    GYRE_TRY(expect('('));
    const auto found = GYRE_TRY(clock_unit());
    std::string zone;
    if (take(',')) zone = GYRE_TRY(name(is_label, "a time zone"));
    if (zone.size() > 0xffff) return wrong("the time zone's name is too long");
    GYRE_TRY(expect(')'));
    return temporal_dtype({Temporal::What::timestamp, found, std::move(zone)});
  }

  Result<DType> decimal() {
    GYRE_TRY(expect('('));
    const auto precision = GYRE_TRY(number(1, 76, "precision"));
    GYRE_TRY(expect(','));
    const auto scale = GYRE_TRY(number(-128, precision, "scale"));
    GYRE_TRY(expect(')'));
    return DType::decimal(static_cast<unsigned>(precision), static_cast<int>(scale));
  }

  Result<DType> list(unsigned depth) {
    GYRE_TRY(expect('('));
    auto element = GYRE_TRY(type(depth + 1));
    std::optional<std::int64_t> size;
    if (take(',')) size = GYRE_TRY(number(0, 0xffffffff, "list size"));
    GYRE_TRY(expect(')'));
    if (!size) return DType::list(std::move(element));
    return DType::fixed_size_list(std::move(element), static_cast<std::uint32_t>(*size));
  }

  Result<DType> structure(unsigned depth) {
    GYRE_TRY(expect('('));
    std::vector<DType::Field> fields;
    if (!take(')')) {
      do {
        auto field = GYRE_TRY(name(is_word, "a field's name"));
        GYRE_TRY(expect(':'));
        auto field_type = GYRE_TRY(type(depth + 1));
        fields.push_back({std::move(field), std::move(field_type)});
      } while (take(','));
      GYRE_TRY(expect(')'));
    }
    return DType::structure(std::move(fields));
  }

  Result<DType> map(unsigned depth) {
    GYRE_TRY(expect('('));
    auto key = GYRE_TRY(type(depth + 1));
    GYRE_TRY(expect(','));
    auto value = GYRE_TRY(type(depth + 1));
    const bool sorted = take(',');
    if (sorted && run(is_word) != "sorted") return wrong("only 'sorted' may follow a map's types");
    GYRE_TRY(expect(')'));
    return DType::map(std::move(key), std::move(value), sorted);
  }

  Result<DType> extension(unsigned depth) {
    GYRE_TRY(expect('('));
    auto id = GYRE_TRY(name(is_label, "an extension's id"));
    GYRE_TRY(expect(','));
    auto storage = GYRE_TRY(type(depth + 1));
    GYRE_TRY(expect(')'));
    return DType::extension(std::move(id), std::move(storage), {});
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::string to_text(const DType& dtype) {
  std::string out;
  append_dtype(out, dtype);
  return out;
}

std::string_view to_text(PType ptype) { return ptype_names[static_cast<std::size_t>(ptype)]; }

Result<DType> parse_dtype(std::string_view text) { return Parser(text).whole(); }

}  // namespace gyre
