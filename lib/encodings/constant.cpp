#include "encodings/constant.hpp"

#include <algorithm>
#include <cstring>

#include "array/column_sink.hpp"
#include "array/value_builder.hpp"
#include "base/bits.hpp"
#include "dtype/text.hpp"
#include "dtype/wire.hpp"
#include "encodings/detail/node.hpp"

namespace gyre {

Constant::Constant(const ArrayParts& parts, Buffer scalar_bytes)
    : Array(parts), scalar(std::move(scalar_bytes)) {}

namespace {

Result<ArrayRef> open(const ArrayParts& parts) {
  GYRE_TRY(expect_children(parts, 0, 0));
  auto scalar = GYRE_TRY(parts.buffer(0));
  return std::make_shared<Constant>(parts, std::move(scalar));
}

template <Word W>
class ConstantWords final : public WordReader<W> {
 public:
  ConstantWords(W word, std::uint64_t rows, ReadContext& context)
      : WordReader<W>(rows, context), word_(word) {}

  Result<void> read(RowRange rows, W* out) override {
    std::fill_n(out, rows.size(), word_);
    return {};
  }
  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    if (this->context().plain) return WordReader<W>::select(rows, test, mask);
    if (!passes(test, word_)) mask = {};
    ++this->context().counters.tiles_tested;
    return {};
  }
  Result<void> gather(std::uint64_t, std::span<const std::uint32_t> rows, W* out) override {
    std::fill_n(out, rows.size(), word_);
    return {};
  }

 private:
  W word_;
};

class ConstantMask final : public MaskReader {
 public:
  ConstantMask(bool value, std::uint64_t rows) : MaskReader(rows), value_(value) {}

  Result<void> read(RowRange rows, TileMask& out) override {
    out = value_ ? TileMask::all(rows.size()) : TileMask();
    return {};
  }

 private:
  bool value_;
};

class ConstantText final : public TextReader {
 public:
  ConstantText(std::string text, std::uint64_t rows, ReadContext& context)
      : TextReader(rows, context), text_(std::move(text)) {}

  Result<void> read(RowRange rows, const TileMask& mask, ByteArena&,
                    std::string_view* out) override {
    std::fill_n(out, rows.size(), std::string_view());
    mask.for_each([&](std::uint64_t row) { out[row] = text_; });
    return {};
  }
  Result<void> gather(std::uint64_t, std::span<const std::uint32_t> rows, ByteArena&,
                      std::string_view* out) override {
    std::fill_n(out, rows.size(), std::string_view(text_));
    return {};
  }

 private:
  std::string text_;
};

class ConstantStruct final : public StructReader {
 public:
  ConstantStruct(std::vector<ReaderRef> fields, std::uint64_t rows)
      : StructReader(rows), fields_(std::move(fields)) {}

  std::size_t field_count() const override { return fields_.size(); }
  Reader& field(std::size_t index) override { return *fields_[index]; }

 private:
  std::vector<ReaderRef> fields_;
};

/// Every row is the same range of the elements.
class ConstantList final : public ListReader {
 public:
  ConstantList(std::unique_ptr<const Column> values, std::uint64_t rows, ReadContext& context)
      : ListReader(rows), values_(std::move(values)), elements_(reader_of(*values_, context)) {}

  Result<void> ranges(RowRange rows, RowRange* out) override {
    std::fill_n(out, rows.size(), RowRange{0, values_->rows});
    return {};
  }
  Reader& elements() override { return *elements_; }
  std::uint64_t element_rows() const override { return values_->rows; }

 private:
  std::unique_ptr<const Column> values_;
  ReaderRef elements_;
};

/// Elements of a constant list stand in a plain column. A null fixed-size list takes as much room there as its type says,
/// so that a few bytes could ask for any amount of memory.
constexpr std::uint64_t most_plain_values = std::uint64_t{1} << 24;

/// Takes from `room` the values that `value` needs in a plain column; false where it does not suffice.
bool fits(const Value& value, const DType& dtype, std::uint64_t& room) {
  if (room == 0) return false;
  --room;
  static const Value null;
  const auto& physical = dtype.physical();
  const auto* inner = std::get_if<std::vector<Value>>(&value.held);
  switch (physical.kind()) {
    case Kind::structure:
      for (std::size_t i = 0; i < physical.field_count(); ++i)
        if (!fits(inner && i < inner->size() ? (*inner)[i] : null, physical.field(i), room))
          return false;
      return true;
    case Kind::fixed_size_list:
      for (std::uint64_t i = 0; !inner && i < physical.list_size(); ++i)
        if (!fits(null, physical.element(), room)) return false;
      [[fallthrough]];
    case Kind::list:
    case Kind::map: {
      const auto element = element_of(physical);
      return !inner || std::ranges::all_of(
                           *inner, [&](const Value& each) { return fits(each, element, room); });
    }
    default: return true;
  }
}

Result<ReaderRef> constant_struct(const std::vector<Value>& values, const DType& dtype,
                                  std::uint64_t rows, ReadContext& context) {
  if (values.size() != dtype.field_count())
    return fail(Code::corrupt, "{}: {} values for a struct of {} fields", constant_encoding.id,
                values.size(), dtype.field_count());
  std::vector<ReaderRef> fields;
  for (std::size_t i = 0; i < values.size(); ++i)
    fields.push_back(GYRE_TRY(constant_reader(values[i], dtype.field(i), rows, context)));
  return std::make_unique<ConstantStruct>(std::move(fields), rows);
}

Result<ReaderRef> constant_list(const std::vector<Value>& values, const DType& dtype,
                                std::uint64_t rows, ReadContext& context) {
  if (dtype.is(Kind::fixed_size_list) && values.size() != dtype.list_size())
    return fail(Code::corrupt, "{}: {} values for lists of {}", constant_encoding.id, values.size(),
                dtype.list_size());
  const auto element = element_of(dtype);
  auto room = most_plain_values;
  for (const auto& value : values)
    if (!fits(value, element, room))
      return fail(Code::unsupported, "{}: a list of over {} values", constant_encoding.id,
                  most_plain_values);
  auto elements = column_of_values(values, element);
  return std::make_unique<ConstantList>(std::make_unique<const Column>(std::move(elements)), rows,
                                        context);
}

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& scalar = static_cast<const Constant&>(*array).scalar;
  const auto value =
      GYRE_TRY(within(read_value(scalar.bytes(), array->dtype), "{}", constant_encoding.id));
  if (value.is_null() && !array->dtype.nullable())
    return fail(Code::corrupt, "{}: null in rows of {}", constant_encoding.id,
                to_text(array->dtype));
  return constant_reader(value, array->dtype, array->rows, context);
}

/// All rows hold the bytes of the first.
bool words_equal(const Column& plain) {
  const auto width = word_bytes(plain.dtype);
  const auto* bytes = plain.buffers[0].data();
  // Each word equals the one before, so one comparison of the bytes with themselves, moved by a word, tells.
  return std::memcmp(bytes, bytes + width, (plain.rows - 1) * width) == 0;
}

bool bits_equal(const Column& plain) {
  const auto set = count_bits(plain.buffers[0].bytes(), plain.rows);
  return set == 0 || set == plain.rows;
}

bool texts_equal(const Column& plain) {
  const auto first = text_at(plain, 0);
  for (std::uint64_t row = 1; row < plain.rows; ++row)
    if (text_at(plain, row) != first) return false;
  return true;
}

/// All rows are null, or none is and all values are equal. Lists and structs count only when null.
bool is_constant(const Column& plain) {
  if (plain.rows == 0) return false;
  if (plain.null_count > 0) return plain.null_count == plain.rows;
  switch (plain.dtype.physical().kind()) {
    case Kind::boolean: return bits_equal(plain);
    case Kind::primitive:
    case Kind::decimal: return words_equal(plain);
    case Kind::utf8:
    case Kind::binary: return texts_equal(plain);
    default: return false;
  }
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext& context) {
  if (plain.dtype.is(Kind::null) || !is_constant(plain)) return std::nullopt;
  const auto& physical = plain.dtype.physical();
  const bool is_f16 = physical.is_float() && physical.ptype() == PType::f16;
  if (is_f16 && plain.null_count == 0 && !context.forms().f16_scalars) return std::nullopt;
  return write_value(scalar_at(plain, 0).value, plain.dtype).size();
}

Result<EncodedArray> encode(const Column& plain, EncodeContext&) {
  if (!is_constant(plain))
    return fail(Code::invalid_argument, "{}: values differ", constant_encoding.id);
  auto node = make_node(constant_encoding.id);
  append_buffer(node, write_value(scalar_at(plain, 0).value, plain.dtype));
  return node;
}

}  // namespace

Result<ReaderRef> constant_reader(const Value& value, const DType& dtype, std::uint64_t rows,
                                  ReadContext& context) {
  const auto& physical = dtype.physical();
  if (value.is_null()) return std::make_unique<NullReader>(rows);
  switch (physical.kind()) {
    case Kind::boolean: return std::make_unique<ConstantMask>(std::get<bool>(value.held), rows);
    case Kind::primitive:
    case Kind::decimal:
      return with_word(word_bytes(physical), [&]<Word W>(W) -> ReaderRef {
        const auto word = truncate<W>(std::get<Int256>(value.held));
        return std::make_unique<ConstantWords<W>>(word, rows, context);
      });
    case Kind::utf8:
    case Kind::binary:
      return std::make_unique<ConstantText>(std::get<std::string>(value.held), rows, context);
    case Kind::structure:
      return constant_struct(std::get<std::vector<Value>>(value.held), physical, rows, context);
    case Kind::list:
    case Kind::fixed_size_list:
    case Kind::map:
      return constant_list(std::get<std::vector<Value>>(value.held), physical, rows, context);
    default: return fail(Code::unsupported, "{}: of type {}", constant_encoding.id, to_text(dtype));
  }
}

const Encoding constant_encoding{.id = "vortex.constant",
                                 .open = open,
                                 .reader = reader,
                                 .estimate = estimate,
                                 .encode = encode};

}  // namespace gyre
