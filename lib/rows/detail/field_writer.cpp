#include "rows/detail/field_writer.hpp"

#include "base/decimal_text.hpp"
#include "base/half.hpp"
#include "rows/detail/wire_input.hpp"

namespace gyre {
namespace {

using Form = RowField::Form;

/// A field that is there unless its row is null.
class TaggedWriter : public FieldWriter {
 public:
  TaggedWriter(unsigned number, WireType type)
      : tag_(std::uint64_t{number} << 3 | static_cast<unsigned>(type)) {}
  void put(RowBuffer& out, const Column& column, std::uint64_t row) const override {
    if (out.is_over_full() || !column.is_valid(row)) return;
    put_tag(out);
    put_value(out, column, row);
  }

 protected:
  void put_tag(RowBuffer& out) const { out.put_varint(tag_); }

 private:
  std::uint64_t tag_;
};

template <class Word>
Word word_at(const Column& column, std::uint64_t row) {
  return load<Word>(column.buffers[0].data() + row * sizeof(Word));
}

template <class Word>
class UnsignedWriter final : public TaggedWriter {
 public:
  explicit UnsignedWriter(unsigned number) : TaggedWriter(number, WireType::varint) {}
  void put_value(RowBuffer& out, const Column& column, std::uint64_t row) const override {
    out.put_varint(word_at<Word>(column, row));
  }
};

template <class Word>
class SignedWriter final : public TaggedWriter {
 public:
  explicit SignedWriter(unsigned number) : TaggedWriter(number, WireType::varint) {}
  void put_value(RowBuffer& out, const Column& column, std::uint64_t row) const override {
    const std::int64_t value = static_cast<std::make_signed_t<Word>>(word_at<Word>(column, row));
    out.put_varint(static_cast<std::uint64_t>(value) << 1 ^
                   static_cast<std::uint64_t>(value >> 63));
  }
};

/// f16 as float, the others as they are.
template <class Word>
class FloatWriter final : public TaggedWriter {
 public:
  explicit FloatWriter(unsigned number)
      : TaggedWriter(number, sizeof(Word) == 8 ? WireType::fixed64 : WireType::fixed32) {}
  void put_value(RowBuffer& out, const Column& column, std::uint64_t row) const override {
    const auto word = word_at<Word>(column, row);
    if constexpr (sizeof(Word) == 2) {
      out.put_fixed(half_to_float(word));
    } else {
      out.put_fixed(word);
    }
  }
};

class BooleanWriter final : public TaggedWriter {
 public:
  explicit BooleanWriter(unsigned number) : TaggedWriter(number, WireType::varint) {}
  void put_value(RowBuffer& out, const Column& column, std::uint64_t row) const override {
    out.put_varint(bit_at(column.buffers[0].data(), row) ? 1 : 0);
  }
};

class NullWriter final : public FieldWriter {
 public:
  void put(RowBuffer&, const Column&, std::uint64_t) const override {}
  void put_value(RowBuffer&, const Column&, std::uint64_t) const override {}
};

class TextWriter final : public TaggedWriter {
 public:
  explicit TextWriter(unsigned number) : TaggedWriter(number, WireType::bytes) {}
  void put_value(RowBuffer& out, const Column& column, std::uint64_t row) const override {
    out.put_bytes(text_at(column, row));
  }
};

class DecimalWriter final : public TaggedWriter {
 public:
  explicit DecimalWriter(const RowField& field, unsigned number)
      : TaggedWriter(number, WireType::bytes),
        scale_(field.dtype.physical().scale()),
        is_wide_(word_bytes(field.dtype.physical()) > sizeof(u128)) {}
  void put_value(RowBuffer& out, const Column& column, std::uint64_t row) const override {
    const auto value =
        is_wide_ ? word_at<Int256>(column, row) : sign_extend(word_at<u128>(column, row));
    out.put_bytes(decimal_text(value, scale_));
  }

 private:
  int scale_;
  bool is_wide_;
};

class FixedBytesWriter final : public TaggedWriter {
 public:
  FixedBytesWriter(const RowField& field, unsigned number)
      : TaggedWriter(number, WireType::bytes), size_(field.dtype.physical().list_size()) {}
  void put_value(RowBuffer& out, const Column& column, std::uint64_t row) const override {
    out.put_bytes(column.children[0].buffers[0].text().substr(row * size_, size_));
  }

 private:
  std::size_t size_;
};

class StructWriter final : public TaggedWriter {
 public:
  StructWriter(const RowField& field, unsigned number)
      : TaggedWriter(number, WireType::bytes), fields_(field.children) {}
  void put_value(RowBuffer& out, const Column& column, std::uint64_t row) const override {
    const auto opened = out.open();
    fields_.put(out, column.children, row);
    out.close(opened);
  }

 private:
  MessageWriter fields_;
};

/// A message around the value itself, which is its field 1.
class AroundWriter final : public FieldWriter {
 public:
  AroundWriter(const RowField& field, unsigned number)
      : tag_(std::uint64_t{number} << 3 | static_cast<unsigned>(WireType::bytes)),
        is_list_(field.form == Form::optional_list),
        inner_(make_field_writer(field.children.front(), field.children.front().number)) {}
  void put(RowBuffer& out, const Column& column, std::uint64_t row) const override {
    if (out.is_over_full() || (is_list_ && !column.is_valid(row))) return;
    out.put_varint(tag_);
    put_value(out, column, row);
  }
  void put_value(RowBuffer& out, const Column& column, std::uint64_t row) const override {
    const auto opened = out.open();
    inner_->put(out, column, row);
    out.close(opened);
  }

 private:
  std::uint64_t tag_;
  bool is_list_;
  std::unique_ptr<FieldWriter> inner_;
};

bool is_packed(ProtoType type) {
  return type != ProtoType::string && type != ProtoType::bytes && type != ProtoType::message;
}

class ListWriter final : public FieldWriter {
 public:
  ListWriter(const RowField& field, unsigned number)
      : tag_(std::uint64_t{number} << 3 | static_cast<unsigned>(WireType::bytes)),
        is_packed_(is_packed(field.children.front().type)),
        elements_(make_field_writer(field.children.front(), number)) {
    const auto& physical = field.dtype.physical();
    if (physical.is(Kind::fixed_size_list)) size_ = physical.list_size();
  }
  void put(RowBuffer& out, const Column& column, std::uint64_t row) const override {
    const auto first = size_ ? row * *size_ : word_at<std::uint64_t>(column, row);
    const auto last = size_ ? first + *size_ : word_at<std::uint64_t>(column, row + 1);
    if (first == last || out.is_over_full()) return;
    const auto& elements = column.children.front();
    if (!is_packed_) {
      for (auto at = first; at < last && !out.is_over_full(); ++at)
        elements_->put(out, elements, at);
      return;
    }
    out.put_varint(tag_);
    const auto opened = out.open();
    for (auto at = first; at < last && !out.is_over_full(); ++at)
      elements_->put_value(out, elements, at);
    out.close(opened);
  }
  void put_value(RowBuffer& out, const Column& column, std::uint64_t row) const override {
    put(out, column, row);
  }

 private:
  std::uint64_t tag_;
  bool is_packed_;
  std::optional<std::uint64_t> size_;  // of each list, where it is fixed
  std::unique_ptr<FieldWriter> elements_;
};

template <template <class> class Writer>
std::unique_ptr<FieldWriter> make_number_writer(const DType& physical, unsigned number) {
  return with_small_word(word_bytes(physical), [&](auto word) -> std::unique_ptr<FieldWriter> {
    return std::make_unique<Writer<decltype(word)>>(number);
  });
}

std::unique_ptr<FieldWriter> make_value_writer(const RowField& field, unsigned number) {
  const auto& physical = field.dtype.physical();
  switch (physical.kind()) {
    case Kind::null: return std::make_unique<NullWriter>();
    case Kind::boolean: return std::make_unique<BooleanWriter>(number);
    case Kind::decimal: return std::make_unique<DecimalWriter>(field, number);
    case Kind::utf8:
    case Kind::binary: return std::make_unique<TextWriter>(number);
    case Kind::fixed_size_list: return std::make_unique<FixedBytesWriter>(field, number);
    default: break;
  }
  if (physical.ptype() == PType::f16) return std::make_unique<FloatWriter<std::uint16_t>>(number);
  if (physical.is_float()) return make_number_writer<FloatWriter>(physical, number);
  if (is_signed(physical.ptype())) return make_number_writer<SignedWriter>(physical, number);
  return make_number_writer<UnsignedWriter>(physical, number);
}

}  // namespace

std::unique_ptr<FieldWriter> make_field_writer(const RowField& field, unsigned number) {
  switch (field.form) {
    case Form::value: return make_value_writer(field, number);
    case Form::structure: return std::make_unique<StructWriter>(field, number);
    case Form::list: return std::make_unique<ListWriter>(field, number);
    default: return std::make_unique<AroundWriter>(field, number);
  }
}

MessageWriter::MessageWriter(std::span<const RowField> fields) {
  for (const auto& field : fields) fields_.push_back(make_field_writer(field, field.number));
}

void MessageWriter::put(RowBuffer& out, std::span<const Column> columns, std::uint64_t row) const {
  for (std::size_t i = 0; i < fields_.size(); ++i) fields_[i]->put(out, columns[i], row);
}

}  // namespace gyre
