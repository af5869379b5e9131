#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output.hpp"
#include "dtype/scalar.hpp"

namespace gyre::cli {

/// A text as a JSON string with its quotes; bytes that are no UTF-8 become U+FFFD.
std::string json_string(std::string_view text);

/// Writes one JSON value piece by piece, indented, so that a tree of any size takes no memory.
///
///   json.begin_object(); json.key("rows"); json.number(3); json.end();
class JsonWriter {
 public:
  explicit JsonWriter(Output& out) : out_(out) {}

  /// With `in_line` all that is inside stands on one line.
  void begin_object(bool in_line = false) { begin('{', in_line); }
  void begin_array(bool in_line = false) { begin('[', in_line); }
  void end();
  void key(std::string_view name);

  void text(std::string_view value);
  void number(std::uint64_t value);
  void number(double value);
  void boolean(bool value);
  void null();
  void optional_number(const std::optional<std::uint64_t>& value) {
    value ? number(*value) : null();
  }
  /// A number that is written already.
  void raw(std::string_view digits) { put(digits); }
  void optional_text(const std::optional<std::string>& value) { value ? text(*value) : null(); }
  /// As JSON has it: numbers as such, all else as text, what JSON lacks as null.
  void scalar(const Scalar& value);
  void texts(const std::vector<std::string_view>& values);

 private:
  struct Level {
    char close;
    bool in_line;
    bool empty = true;
  };
  void begin(char open, bool in_line);
  void before_value();
  void new_line();
  void put(std::string_view text);

  Output& out_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace gyre::cli
