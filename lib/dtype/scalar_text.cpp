#include <bit>

#include "base/decimal_text.hpp"
#include "base/escape.hpp"
#include "base/float_text.hpp"
#include "dtype/civil.hpp"
#include "dtype/text.hpp"

namespace gyre {
namespace {

constexpr char hex_digits[] = "0123456789abcdef";

void append_hex(std::string& out, unsigned byte) {
  out.push_back(hex_digits[byte >> 4 & 15]);
  out.push_back(hex_digits[byte & 15]);
}

const Int256& word_of(const Value& value) { return std::get<Int256>(value.held); }

void append_number(std::string& out, const Value& value, const DType& dtype) {
  const auto& word = word_of(value);
  if (dtype.is(Kind::decimal)) {
    out += decimal_text(word, dtype.scale());
    return;
  }
  switch (dtype.ptype()) {
    case PType::f16: append_half(out, truncate<std::uint16_t>(word)); break;
    case PType::f32: append_float(out, std::bit_cast<float>(truncate<std::uint32_t>(word))); break;
    case PType::f64: append_float(out, std::bit_cast<double>(truncate<std::uint64_t>(word))); break;
    default:
      out +=
          is_unsigned(dtype.ptype()) ? std::to_string(word.limb[0]) : std::to_string(word.low64());
  }
}

bool is_finite(const Value& value, const DType& dtype) {
  if (!dtype.is_float()) return true;
  const auto number = float_value(dtype.ptype(), word_of(value));
  return number - number == 0;
}

void append_temporal(std::string& out, std::int64_t value, const Temporal& temporal) {
  constexpr std::int64_t ms_per_day = 86'400'000;
  switch (temporal.what) {
    case Temporal::What::time: append_time(out, value, temporal.unit); break;
    case Temporal::What::timestamp:
      append_timestamp(out, value, temporal.unit, !temporal.zone.empty());
      break;
    case Temporal::What::date:
      if (temporal.unit == TimeUnit::days) {
        append_date(out, value);
      } else if (value % ms_per_day == 0) {
        append_date(out, value / ms_per_day);
      } else {
        append_timestamp(out, value, temporal.unit, false);  // no whole day: hide nothing
      }
      break;
  }
}

bool is_uuid(const DType& dtype) {
  return dtype.extension_id() == "vortex.uuid" && dtype.storage().is(Kind::fixed_size_list) &&
         dtype.storage().list_size() == 16 &&
         dtype.storage().element() == DType::primitive(PType::u8);
}

void append_uuid(std::string& out, const Value& value) {
  const auto& bytes = std::get<std::vector<Value>>(value.held);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) out.push_back('-');
    append_hex(out, truncate<std::uint8_t>(word_of(bytes[i])));
  }
}

void append_list(std::string& out, const std::vector<Value>& values, const DType& element) {
  out.push_back('[');
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out.push_back(',');
    append_json(out, values[i], element);
  }
  out.push_back(']');
}

void append_structure(std::string& out, const std::vector<Value>& values, const DType& dtype) {
  out.push_back('{');
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out.push_back(',');
    append_json_string(out, dtype.field_name(i));
    out.push_back(':');
    append_json(out, values[i], dtype.field(i));
  }
  out.push_back('}');
}

/// The text of a value that is not null.
void append_value(std::string& out, const Value& value, const DType& dtype) {
  switch (dtype.kind()) {
    case Kind::null:
    case Kind::variant: out += "null"; break;
    case Kind::boolean: out += std::get<bool>(value.held) ? "true" : "false"; break;
    case Kind::primitive:
    case Kind::decimal: append_number(out, value, dtype); break;
    case Kind::utf8: out += std::get<std::string>(value.held); break;
    case Kind::binary:
      for (const char c : std::get<std::string>(value.held))
        append_hex(out, static_cast<unsigned char>(c));
      break;
    case Kind::list:
    case Kind::fixed_size_list:
      append_list(out, std::get<std::vector<Value>>(value.held), dtype.element());
      break;
    case Kind::structure:
      append_structure(out, std::get<std::vector<Value>>(value.held), dtype);
      break;
    case Kind::map:
      append_list(out, std::get<std::vector<Value>>(value.held),
                  DType::structure({{"key", dtype.key()}, {"value", dtype.value()}}));
      break;
    case Kind::extension:
      if (const auto temporal = temporal_of(dtype)) {
        append_temporal(out, word_of(value).low64(), *temporal);
      } else if (is_uuid(dtype)) {
        append_uuid(out, value);
      } else {
        append_value(out, value, dtype.storage());
      }
      break;
  }
}

/// Whether JSON wants quotes around what append_value writes.
bool is_quoted(const DType& dtype) {
  if (dtype.is(Kind::extension))
    return temporal_of(dtype) || is_uuid(dtype) || is_quoted(dtype.storage());
  return dtype.is_text();
}

}  // namespace

std::string to_text(const Scalar& scalar) {
  std::string out;
  if (scalar.is_null()) {
    out = "null";
  } else {
    append_value(out, scalar.value, scalar.dtype);
  }
  return out;
}

void append_json(std::string& out, const Value& value, const DType& dtype) {
  if (value.is_null() || !is_finite(value, dtype.physical())) {
    out += "null";
  } else if (dtype.physical().is(Kind::utf8)) {
    append_json_string(out, std::get<std::string>(value.held));
  } else if (is_quoted(dtype)) {
    out.push_back('"');
    append_value(out, value, dtype);
    out.push_back('"');
  } else {
    append_value(out, value, dtype);
  }
}

void append_json_string(std::string& out, std::string_view text) {
  out.push_back('"');
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else if (byte >= 0x20) {
      out.push_back(c);
    } else if (const auto escape = short_escape(c); !escape.empty()) {
      out += escape;
    } else {
      out += "\\u00";
      append_hex(out, byte);
    }
  }
  out.push_back('"');
}

}  // namespace gyre
