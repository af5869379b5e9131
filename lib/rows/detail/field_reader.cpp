#include "rows/detail/field_reader.hpp"

#include <optional>

#include "rows/detail/typed_reader.hpp"

namespace gyre {
namespace {

using Form = RowField::Form;

class StructReader final : public NullableReader {
 public:
  StructReader(const RowField& field, bool is_strict)
      : NullableReader(field, false), fields_(field.children, is_strict) {}

  bool read(WireInput& in, WireType type, const std::byte* tag_at) override {
    std::string_view message;
    if (!starts(in, type, tag_at) || !in.take_bytes(message)) return false;
    WireInput inner(message, in.parse());
    return fields_.read(inner);
  }
  std::uint64_t weight() const override { return fields_.weight(); }

 protected:
  bool put(WireInput& in, bool) override { return fields_.commit(in); }
  void put_null() override { fields_.append_null(); }
  void fill(Column& column) override { column.children = fields_.finish(); }

 private:
  MessageReader fields_;
};

/// Lists, lists of fixed size, and maps, none of which is null.
class ListReader final : public TypedReader {
 public:
  ListReader(const RowField& field, bool is_strict)
      : TypedReader(field, false),
        elements_(make_field_reader(field.children.front(), is_strict)),
        element_type_(wire_type_of(field.children.front().type)) {
    const auto& physical = field.dtype.physical();
    if (physical.is(Kind::fixed_size_list)) size_ = physical.list_size();
    offsets_.append_value(count_);
  }

  bool read(WireInput& in, WireType type, const std::byte* tag_at) override {
    if (type == WireType::bytes && element_type_ != WireType::bytes) {
      std::string_view packed;
      if (!in.take_bytes(packed)) return false;
      WireInput inner(packed, in.parse());
      while (!inner.done())
        if (!element(inner, element_type_, tag_at)) return false;
      return true;
    }
    return element(in, type, tag_at);
  }
  bool commit(WireInput& in) override {
    if (size_ && count_ - row_first_ != *size_)
      return in.fail(
          fmt::format("a list of {} elements, expected {}", count_ - row_first_, *size_));
    end_row();
    return true;
  }
  void append_null() override {
    for (; count_ - row_first_ < size_.value_or(0); ++count_) elements_->append_null();
    end_row();
  }
  Column finish() override {
    Column column;
    column.dtype = dtype();
    column.rows = std::exchange(rows_, 0);
    auto offsets = std::exchange(offsets_, MutableBuffer::uninitialized(0));
    if (!size_) column.buffers.push_back(std::move(offsets).freeze());
    column.children.push_back(elements_->finish());
    count_ = row_first_ = 0;
    offsets_.append_value(count_);
    return column;
  }
  std::uint64_t weight() const override {
    return 1 + static_cast<std::uint64_t>(size_.value_or(0)) * elements_->weight();
  }

 private:
  bool element(WireInput& in, WireType type, const std::byte* tag_at) {
    ++count_;
    return elements_->read(in, type, tag_at) && elements_->commit(in);
  }
  void end_row() {
    ++rows_;
    row_first_ = count_;
    if (!size_) offsets_.append_value(count_);
  }

  std::unique_ptr<FieldReader> elements_;
  WireType element_type_;
  std::optional<std::int64_t> size_;  // of each list, where it is fixed
  MutableBuffer offsets_ = MutableBuffer::uninitialized(0);
  std::int64_t count_ = 0, row_first_ = 0;
  std::uint64_t rows_ = 0;
};

/// A message around a list that may be null, or around an element that may be null or is a list.
class AroundReader final : public TypedReader {
 public:
  AroundReader(const RowField& field, bool is_strict)
      : TypedReader(field, false),
        inner_(field.children, is_strict),
        is_list_(field.form == Form::optional_list) {}

  bool read(WireInput& in, WireType type, const std::byte* tag_at) override {
    std::string_view message;
    if (!starts(in, type, tag_at) || !in.take_bytes(message)) return false;
    WireInput inner(message, in.parse());
    return inner_.read(inner);
  }
  bool commit(WireInput& in) override {
    if (take_presence() || !is_list_) {
      validity_.append_valid(1);
      return inner_.commit(in);
    }
    append_null();
    return in.spend(inner_.weight());
  }
  void append_null() override {
    validity_.append_nulls(1);
    inner_.append_null();
  }
  Column finish() override {
    auto column = std::move(inner_.finish().front());
    if (is_list_) {
      column.dtype = dtype();
      validity_.finish(column);
    } else {
      validity_ = ValidityBuilder();
    }
    return column;
  }
  std::uint64_t weight() const override { return inner_.weight(); }

 private:
  MessageReader inner_;
  ValidityBuilder validity_;  // of lists
  bool is_list_;
};

}  // namespace

std::unique_ptr<FieldReader> make_field_reader(const RowField& field, bool is_strict) {
  switch (field.form) {
    case Form::value: return make_value_reader(field, is_strict);
    case Form::structure: return std::make_unique<StructReader>(field, is_strict);
    case Form::list: return std::make_unique<ListReader>(field, is_strict);
    default: return std::make_unique<AroundReader>(field, is_strict);
  }
}

}  // namespace gyre
