#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "dtype/dtype.hpp"

namespace gyre {

/// Why a JSON value could not be read.
struct JsonFault {
  enum class What : std::uint8_t {
    syntax,     ///< no JSON; `detail` says what was expected
    duplicate,  ///< a key that came before in the same object
    new_key,    ///< a key that the type does not have
    misfit,     ///< a value that the type does not hold
  };
  What what = What::syntax;
  const char* at = nullptr;  ///< in the text
  std::string column;        ///< the outermost key
  std::string path;          ///< the keys down to it: a.b
  std::string detail;
  std::string_view value;  ///< of a misfit
  DType dtype;             ///< of a misfit
};

/// Takes JSON values off the front of a text, one after the other. What a call says is false where it could not do as
/// asked; fault() tells why, and nothing else may be called then.
///
/// The text is UTF-8, and 64 bytes may be read on both sides of it.
/// Source   RFC 8259
class JsonReader {
 public:
  enum class Kind : std::uint8_t { null, boolean, number, text, array, object, nothing };
  static constexpr unsigned depth_limit = 64;

  explicit JsonReader(std::string_view text)
      : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()) {}

  /// What the next value begins like; nothing at the end or where no value begins.
  Kind peek();
  /// Whether only blanks are left.
  bool done();

  bool take_null() { return word("null"); }
  bool take_boolean(bool& value);
  /// The number as it stands.
  bool take_number(std::string_view& text);
  /// What the text says, valid until the next call; 16 bytes may be read on both sides of it.
  bool take_text(std::string_view& text);
  /// Any value, as it stands.
  bool take_any(std::string_view& text);

  /// Goes through an array or object:
  ///   for (bool first = open_array(); next_element(first);) … one value is taken
  /// False at the end, and where failed().
  bool open_array() { return open('['); }
  bool next_element(bool& first);
  bool open_object() { return open('{'); }
  /// `key` as take_text has it.
  bool next_field(bool& first, std::string_view& key);

  bool failed() const { return failed_; }
  const JsonFault& fault() const { return fault_; }
  JsonFault& fault() { return fault_; }
  /// Puts down a fault; false.
  bool fail(JsonFault::What what, std::string detail);
  /// Says that the value taken since `from` is none of a type; false.
  bool misfit(const char* from, const DType& dtype);
  /// Where the next value begins, or what comes behind the last.
  const char* position();

 private:
  void skip_blanks() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
  }
  bool expected(std::string_view what);
  bool word(std::string_view word);
  bool open(char bracket);
  bool next(bool& first, char bracket);
  /// What stands between quotes, escapes and all.
  bool take_raw_text(std::string_view& text, bool& has_escapes);
  bool unescape(std::string_view text);
  bool unescape_code(std::string_view& rest);

  const char *begin_, *at_, *end_;
  unsigned depth_ = 0;
  bool failed_ = false;
  JsonFault fault_;
  std::string scratch_;
};

}  // namespace gyre
