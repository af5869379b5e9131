#include "text/value_writer.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <optional>

#include "base/decimal_text.hpp"
#include "base/float_text.hpp"
#include "base/half.hpp"
#include "base/words.hpp"
#include "dtype/civil.hpp"
#include "dtype/temporal.hpp"
#include "dtype/text.hpp"

namespace gyre {
namespace {

template <class T>
T value_at(const Column& column, std::uint64_t row) {
  return load<T>(column.buffers[0].data() + row * sizeof(T));
}

template <class T>
class IntegerWriter final : public ValueWriter {
 public:
  void append(std::string& out, const Column& column, std::uint64_t row) const override {
    const fmt::format_int digits(value_at<T>(column, row));
    out.append(digits.data(), digits.size());
  }
};

/// Bits is float, double, or uint16_t for halves.
template <class Bits>
class FloatWriter final : public ValueWriter {
 public:
  explicit FloatWriter(TextStyle style) : only_finite_(style == TextStyle::json) {}
  void append(std::string& out, const Column& column, std::uint64_t row) const override {
    const auto bits = value_at<Bits>(column, row);
    if constexpr (std::is_floating_point_v<Bits>) {
      if (only_finite_ && !std::isfinite(bits)) {
        out += "null";
      } else {
        append_float(out, bits);
      }
    } else if (only_finite_ && !std::isfinite(half_to_float(bits))) {
      out += "null";
    } else {
      append_half(out, bits);
    }
  }

 private:
  bool only_finite_;  // JSON has no other floats
};

class BooleanWriter final : public ValueWriter {
 public:
  void append(std::string& out, const Column& column, std::uint64_t row) const override {
    out += bit_at(column.buffers[0].data(), row) ? "true" : "false";
  }
};

class DecimalWriter final : public ValueWriter {
 public:
  explicit DecimalWriter(const DType& dtype)
      : scale_(dtype.scale()), wide_(word_bytes(dtype) == 32) {}
  void append(std::string& out, const Column& column, std::uint64_t row) const override {
    if (wide_) {
      out += decimal_text(value_at<Int256>(column, row), scale_);
      return;
    }
    const auto value = static_cast<i128>(value_at<u128>(column, row));
    const auto narrow = static_cast<std::int64_t>(value);
    if (narrow != value || scale_ < 0) {
      out += decimal_text(Int256::of(value), scale_);
      return;
    }
    const auto magnitude =
        narrow < 0 ? 0 - static_cast<std::uint64_t>(narrow) : static_cast<std::uint64_t>(narrow);
    const fmt::format_int digits(magnitude);
    if (narrow < 0) out.push_back('-');
    const auto scale = static_cast<std::size_t>(scale_);
    if (scale == 0) {
      out.append(digits.data(), digits.size());
    } else if (digits.size() > scale) {
      out.append(digits.data(), digits.size() - scale).push_back('.');
      out.append(digits.data() + digits.size() - scale, scale);
    } else {
      out.append("0.").append(scale - digits.size(), '0').append(digits.data(), digits.size());
    }
  }

 private:
  int scale_;
  bool wide_;
};

class TextWriter final : public ValueWriter {
 public:
  explicit TextWriter(TextStyle style) : style_(style) {}
  void append(std::string& out, const Column& column, std::uint64_t row) const override {
    const auto text = text_at(column, row);
    if (style_ == TextStyle::json) {
      append_json_string(out, text);
    } else {
      out += text;
    }
  }

 private:
  TextStyle style_;
};

/// Whole days, times and instants.
class TemporalWriter final : public ValueWriter {
 public:
  TemporalWriter(Temporal temporal, bool narrow, TextStyle style)
      : temporal_(std::move(temporal)), narrow_(narrow), quoted_(style == TextStyle::json) {}
  void append(std::string& out, const Column& column, std::uint64_t row) const override {
    const auto value =
        narrow_ ? value_at<std::int32_t>(column, row) : value_at<std::int64_t>(column, row);
    if (quoted_) out.push_back('"');
    switch (temporal_.what) {
      case Temporal::What::date: append_date(out, value); break;
      case Temporal::What::time: append_time(out, value, temporal_.unit); break;
      case Temporal::What::timestamp:
        append_timestamp(out, value, temporal_.unit, !temporal_.zone.empty());
        break;
    }
    if (quoted_) out.push_back('"');
  }

 private:
  Temporal temporal_;
  bool narrow_, quoted_;
};

/// All that is rare or nested.
class ScalarWriter final : public ValueWriter {
 public:
  explicit ScalarWriter(TextStyle style) : style_(style) {}
  void append(std::string& out, const Column& column, std::uint64_t row) const override {
    const auto scalar = scalar_at(column, row);
    if (style_ == TextStyle::json) {
      append_json(out, scalar.value, scalar.dtype);
    } else {
      out += to_text(scalar);
    }
  }

 private:
  TextStyle style_;
};

std::unique_ptr<ValueWriter> make_primitive_writer(PType ptype, TextStyle style) {
  switch (ptype) {
    case PType::u8: return std::make_unique<IntegerWriter<std::uint8_t>>();
    case PType::u16: return std::make_unique<IntegerWriter<std::uint16_t>>();
    case PType::u32: return std::make_unique<IntegerWriter<std::uint32_t>>();
    case PType::u64: return std::make_unique<IntegerWriter<std::uint64_t>>();
    case PType::i8: return std::make_unique<IntegerWriter<std::int8_t>>();
    case PType::i16: return std::make_unique<IntegerWriter<std::int16_t>>();
    case PType::i32: return std::make_unique<IntegerWriter<std::int32_t>>();
    case PType::i64: return std::make_unique<IntegerWriter<std::int64_t>>();
    case PType::f16: return std::make_unique<FloatWriter<std::uint16_t>>(style);
    case PType::f32: return std::make_unique<FloatWriter<float>>(style);
    case PType::f64: break;
  }
  return std::make_unique<FloatWriter<double>>(style);
}

}  // namespace

std::unique_ptr<ValueWriter> make_value_writer(const DType& dtype, TextStyle style) {
  switch (dtype.kind()) {
    case Kind::boolean: return std::make_unique<BooleanWriter>();
    case Kind::primitive: return make_primitive_writer(dtype.ptype(), style);
    case Kind::decimal: return std::make_unique<DecimalWriter>(dtype);
    case Kind::utf8: return std::make_unique<TextWriter>(style);
    case Kind::extension: {
      // Dates in milliseconds need not be whole days: ScalarWriter knows what to do.
      const auto temporal = temporal_of(dtype);
      if (temporal && (temporal->what != Temporal::What::date || temporal->unit == TimeUnit::days))
        return std::make_unique<TemporalWriter>(*temporal, word_bytes(dtype.physical()) == 4,
                                                style);
      break;
    }
    default: break;
  }
  return std::make_unique<ScalarWriter>(style);
}

}  // namespace gyre
