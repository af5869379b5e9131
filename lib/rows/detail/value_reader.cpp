#include <cmath>
#include <optional>

#include "base/decimal_text.hpp"
#include "base/half.hpp"
#include "base/utf8.hpp"
#include "rows/detail/typed_reader.hpp"

namespace gyre {
namespace {

/// Any number on the wire, with its sign extended to 64 bits; floats are their bits.
bool take_number(WireInput& in, ProtoType type, std::uint64_t& bits) {
  const auto signed32 = [&](std::uint32_t value) {
    bits = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(value)});
  };
  const auto fixed32 = [&](bool has_sign) {
    std::uint32_t half = 0;
    if (!in.take_fixed(half)) return false;
    has_sign ? signed32(half) : void(bits = half);
    return true;
  };
  switch (type) {
    case ProtoType::fixed32:
    case ProtoType::float32: return fixed32(false);
    case ProtoType::sfixed32: return fixed32(true);
    case ProtoType::fixed64:
    case ProtoType::sfixed64:
    case ProtoType::float64: return in.take_fixed(bits);
    default: break;
  }
  if (!in.take_varint(bits)) return false;
  if (type == ProtoType::int32) signed32(static_cast<std::uint32_t>(bits));
  if (type == ProtoType::uint32) bits = static_cast<std::uint32_t>(bits);
  if (type == ProtoType::sint32) {
    const auto half = static_cast<std::uint32_t>(bits);
    signed32((half >> 1) ^ (0 - (half & 1)));
  }
  if (type == ProtoType::sint64) bits = (bits >> 1) ^ (0 - (bits & 1));
  if (type == ProtoType::boolean) bits = bits != 0;
  return true;
}

/// Values of one width: `value_` is the row's, where it is present.
template <class Word>
class WordsReader : public NullableReader {
 public:
  using NullableReader::NullableReader;

 protected:
  bool put(WireInput&, bool is_present) final {
    values_.append_value(is_present ? value_ : Word{});
    return true;
  }
  void put_null() final { values_.append_value(Word{}); }
  void fill(Column& column) final {
    column.buffers.push_back(std::exchange(values_, MutableBuffer::uninitialized(0)).freeze());
  }

  Word value_{};

 private:
  MutableBuffer values_ = MutableBuffer::uninitialized(0);
};

template <class Word>
class NumberReader final : public WordsReader<Word> {
 public:
  NumberReader(const RowField& field, bool is_strict)
      : WordsReader<Word>(field, is_strict),
        type_(field.type),
        ptype_(field.dtype.physical().ptype()) {}

  bool read(WireInput& in, WireType type, const std::byte* tag_at) override {
    std::uint64_t bits = 0;
    if (!this->starts(in, type, tag_at) || !take_number(in, type_, bits)) return false;
    if constexpr (sizeof(Word) < 4) {
      if (!narrow(bits)) return misfit(in, tag_at, bits);
    }
    this->value_ = static_cast<Word>(bits);
    return true;
  }

 private:
  /// To the width of the column, where the number on the wire is wider.
  bool narrow(std::uint64_t& bits) const {
    if (ptype_ == PType::f16) {
      const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
      const auto half = float_to_half(value);
      const auto again = half_to_float(half);
      if (again != value && !std::isnan(value)) return false;
      bits = half;
      return true;
    }
    if (is_signed(ptype_))
      return static_cast<std::int64_t>(bits) == static_cast<std::make_signed_t<Word>>(bits);
    return bits == static_cast<Word>(bits);
  }
  bool misfit(WireInput& in, const std::byte* tag_at, std::uint64_t bits) const {
    if (ptype_ == PType::f16)
      return in.fail_at(
          tag_at,
          fmt::format("{} is no f16", std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
    return in.fail_at(tag_at, fmt::format("{} does not fit {}", static_cast<std::int64_t>(bits),
                                          to_text(ptype_)));
  }

  ProtoType type_;
  PType ptype_;
};

class BooleanReader final : public NullableReader {
 public:
  using NullableReader::NullableReader;
  bool read(WireInput& in, WireType type, const std::byte* tag_at) override {
    return starts(in, type, tag_at) && take_number(in, ProtoType::boolean, value_);
  }

 protected:
  bool put(WireInput&, bool is_present) override {
    bits_.append(is_present && value_ != 0);
    return true;
  }
  void put_null() override { bits_.append(false); }
  void fill(Column& column) override { column.buffers.push_back(bits_.finish()); }

 private:
  std::uint64_t value_ = 0;
  BitmapBuilder bits_;
};

class NullReader final : public TypedReader {
 public:
  using TypedReader::TypedReader;
  bool read(WireInput& in, WireType, const std::byte* tag_at) override {
    return in.fail_at(tag_at, "a value in a column that is all null");
  }
  bool commit(WireInput&) override {
    ++rows_;
    return true;
  }
  void append_null() override { ++rows_; }
  Column finish() override {
    Column column;
    column.rows = column.null_count = std::exchange(rows_, 0);
    return column;
  }

 private:
  std::uint64_t rows_ = 0;
};

class TextReader final : public TypedReader {
 public:
  TextReader(const RowField& field, bool is_strict)
      : TypedReader(field, is_strict), is_utf8_(field.dtype.physical().is(Kind::utf8)) {}

  bool read(WireInput& in, WireType type, const std::byte* tag_at) override {
    if (!starts(in, type, tag_at) || !in.take_bytes(text_)) return false;
    return !is_utf8_ || is_utf8(text_) || in.fail_at(tag_at, "text that is no UTF-8");
  }
  bool commit(WireInput&) override {
    if (take_presence()) {
      texts_.append(text_);
    } else {
      append_null();
    }
    return true;
  }
  void append_null() override {
    is_nullable() ? texts_.append_null() : texts_.append(std::string_view());
  }
  Column finish() override { return texts_.finish(dtype()); }

 private:
  bool is_utf8_;
  std::string_view text_;
  TextBuilder texts_;
};

std::size_t digits_of(const Int256& value) {
  return decimal_text(value, 0).size() - (value.negative() ? 1 : 0);
}

/// Decimals, as their digits.
template <class Word>
class DecimalReader final : public WordsReader<Word> {
 public:
  using WordsReader<Word>::WordsReader;
  bool read(WireInput& in, WireType type, const std::byte* tag_at) override {
    std::string_view text;
    if (!this->starts(in, type, tag_at) || !in.take_bytes(text)) return false;
    const auto& decimal = this->dtype().physical();
    std::optional<Int256> value;
    if (const auto parsed = parse_decimal(text))
      value = scale_by_power_of_ten(parsed->value, decimal.scale() - parsed->scale);
    if (!value || digits_of(*value) > decimal.precision())
      return in.fail_at(tag_at, fmt::format("text that is no {}", to_text(this->dtype())));
    this->value_ = truncate<Word>(*value);
    return true;
  }
};

/// Lists of so many bytes, such as a uuid.
class FixedBytesReader final : public NullableReader {
 public:
  FixedBytesReader(const RowField& field, bool is_strict)
      : NullableReader(field, is_strict), size_(field.dtype.physical().list_size()) {}

  bool read(WireInput& in, WireType type, const std::byte* tag_at) override {
    if (!starts(in, type, tag_at) || !in.take_bytes(text_)) return false;
    return text_.size() == size_ ||
           in.fail_at(tag_at, fmt::format("{} bytes, expected {}", text_.size(), size_));
  }
  std::uint64_t weight() const override { return size_ + 1; }

 protected:
  bool put(WireInput& in, bool is_present) override {
    if (!is_present && size_ > 0)
      return in.fail(fmt::format("no value for a field of {} bytes", size_));
    bytes_.append(std::as_bytes(std::span(text_.data(), size_)));
    return true;
  }
  void put_null() override {
    const auto before = bytes_.size();
    bytes_.reserve(before + size_);
    bytes_.resize(before + size_);
    std::memset(bytes_.data() + before, 0, size_);
  }
  void fill(Column& column) override {
    Column values;
    values.dtype = DType::primitive(PType::u8);
    values.rows = column.rows * size_;
    values.buffers.push_back(std::exchange(bytes_, MutableBuffer::uninitialized(0)).freeze());
    column.children.push_back(std::move(values));
  }

 private:
  std::size_t size_;
  std::string_view text_;
  MutableBuffer bytes_ = MutableBuffer::uninitialized(0);
};

}  // namespace

std::unique_ptr<FieldReader> make_value_reader(const RowField& field, bool is_strict) {
  const auto& physical = field.dtype.physical();
  switch (physical.kind()) {
    case Kind::null: return std::make_unique<NullReader>(field, is_strict);
    case Kind::boolean: return std::make_unique<BooleanReader>(field, is_strict);
    case Kind::decimal:
      if (word_bytes(physical) == 16)
        return std::make_unique<DecimalReader<u128>>(field, is_strict);
      return std::make_unique<DecimalReader<Int256>>(field, is_strict);
    case Kind::utf8:
    case Kind::binary: return std::make_unique<TextReader>(field, is_strict);
    case Kind::fixed_size_list: return std::make_unique<FixedBytesReader>(field, is_strict);
    default:
      return with_small_word(word_bytes(physical), [&](auto word) -> std::unique_ptr<FieldReader> {
        return std::make_unique<NumberReader<decltype(word)>>(field, is_strict);
      });
  }
}

}  // namespace gyre
