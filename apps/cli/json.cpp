#include "cli/json.hpp"

#include <fmt/core.h>

#include <cmath>

#include "base/float_text.hpp"
#include "base/utf8.hpp"
#include "dtype/text.hpp"

namespace gyre::cli {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";

/// The text with U+FFFD for each byte that is no UTF-8.
std::string as_utf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t size = 1;
    while (size < 4 && size < text.size() && !is_utf8(text.substr(0, size))) ++size;
    if (is_utf8(text.substr(0, size))) {
      out += text.substr(0, size);
    } else {
      out += replacement;
      size = 1;
    }
    text.remove_prefix(size);
  }
  return out;
}

}  // namespace

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, is_utf8(text) ? std::string(text) : as_utf8(text));
  return out;
}

void JsonWriter::begin(char open, bool in_line) {
  before_value();
  out_.write({&open, 1});
  const bool inherited = !levels_.empty() && levels_.back().in_line;
  levels_.push_back({open == '{' ? '}' : ']', in_line || inherited});
}

void JsonWriter::end() {
  const auto level = levels_.back();
  levels_.pop_back();
  if (!level.empty && !level.in_line) new_line();
  out_.write({&level.close, 1});
  if (levels_.empty()) out_.write("\n");
}

void JsonWriter::key(std::string_view name) {
  before_value();
  out_.write(json_string(name));
  out_.write(": ");
  after_key_ = true;
}

void JsonWriter::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  auto& level = levels_.back();
  if (!level.empty) out_.write(level.in_line ? ", " : ",");
  level.empty = false;
  if (!level.in_line) new_line();
}

void JsonWriter::new_line() { out_.write(fmt::format("\n{:{}}", "", levels_.size() * 2)); }

void JsonWriter::put(std::string_view text) {
  before_value();
  out_.write(text);
}

void JsonWriter::text(std::string_view value) { put(json_string(value)); }
void JsonWriter::number(std::uint64_t value) { put(std::to_string(value)); }
void JsonWriter::boolean(bool value) { put(value ? "true" : "false"); }
void JsonWriter::null() { put("null"); }

void JsonWriter::number(double value) {
  if (!std::isfinite(value)) return null();
  std::string out;
  append_float(out, value);
  put(out);
}

void JsonWriter::scalar(const Scalar& value) {
  std::string out;
  append_json(out, value.value, value.dtype);
  put(is_utf8(out) ? out : as_utf8(out));
}

void JsonWriter::texts(const std::vector<std::string_view>& values) {
  begin_array(true);
  for (const auto value : values) text(value);
  end();
}

}  // namespace gyre::cli
