#include "text/detail/json_column.hpp"

#include <map>
#include <utility>

#include "array/column_builder.hpp"
#include "dtype/temporal.hpp"
#include "dtype/text.hpp"
#include "text/detail/csv_parsers.hpp"

namespace gyre {
namespace {

using Token = JsonReader::Kind;

/// What columns have in common: a type, and which rows are null.
class NullableColumn : public JsonColumn {
 public:
  explicit NullableColumn(DType dtype) : dtype_(std::move(dtype)) {}

  void start() override {
    validity_ = ValidityBuilder();
    clear();
  }
  bool append(JsonReader& reader) final {
    if (reader.peek() == Token::null) {
      append_null();
      return reader.take_null();
    }
    const auto* from = reader.position();
    if (!take(reader)) return reader.misfit(from, dtype_);
    validity_.append_valid(1);
    return true;
  }
  void append_null() final {
    put_null();
    validity_.append_nulls(1);
  }
  Column finish() final {
    Column column;
    column.dtype = dtype_;
    column.rows = validity_.rows();
    validity_.finish(column);
    fill(column);
    return column;
  }

 protected:
  virtual void clear() = 0;
  /// A value that is not null; false where the reader failed or the value does not fit.
  virtual bool take(JsonReader& reader) = 0;
  virtual void put_null() = 0;
  virtual void fill(Column& column) = 0;

  const DType& dtype() const { return dtype_; }
  std::uint64_t rows() const { return validity_.rows(); }

 private:
  DType dtype_;
  ValidityBuilder validity_;
};

/// Takes any value, so that a misfit shows all of it; false.
bool pass_over(JsonReader& reader) {
  std::string_view any;
  reader.take_any(any);
  return false;
}

template <class Parse>
class WordJsonColumn final : public NullableColumn {
 public:
  using Word = typename Parse::Word;
  WordJsonColumn(const JsonType& type, Parse parse)
      : NullableColumn(type.dtype),
        parse_(std::move(parse)),
        takes_numbers_(!type.dtype.is(Kind::extension)),
        takes_texts_(!takes_numbers_ || type.spelling == Spelling::any) {}

 protected:
  void clear() override { values_.resize(0); }
  bool take(JsonReader& reader) override {
    const auto kind = reader.peek();
    std::string_view text;
    if (kind == Token::number && takes_numbers_) {
      if (!reader.take_number(text)) return false;
    } else if (kind == Token::text && takes_texts_) {
      if (!reader.take_text(text)) return false;
    } else {
      return pass_over(reader);
    }
    Word value{};
    if (text.empty() || !parse_(text, value)) return false;
    values_.append_value(value);
    return true;
  }
  void put_null() override { values_.append_value(Word{}); }
  void fill(Column& column) override {
    column.buffers.push_back(std::exchange(values_, MutableBuffer::uninitialized(0)).freeze());
  }

 private:
  Parse parse_;
  MutableBuffer values_ = MutableBuffer::uninitialized(0);
  bool takes_numbers_, takes_texts_;
};

class BooleanJsonColumn final : public NullableColumn {
 public:
  explicit BooleanJsonColumn(const JsonType& type)
      : NullableColumn(type.dtype), spelling_(type.spelling) {}

 protected:
  void clear() override { bits_ = BitmapBuilder(); }
  bool take(JsonReader& reader) override {
    bool value = false;
    if (reader.peek() == Token::boolean) {
      if (!reader.take_boolean(value)) return false;
    } else {
      std::string_view text;
      const bool quoted = reader.peek() == Token::text;
      if (!(quoted ? reader.take_text(text) : reader.take_any(text))) return false;
      const auto parsed = parse_bool(text, spelling_);
      if (!parsed || spelling_ == Spelling::exact) return false;
      value = *parsed;
    }
    bits_.append(value);
    return true;
  }
  void put_null() override { bits_.append(false); }
  void fill(Column& column) override { column.buffers.push_back(bits_.finish()); }

 private:
  Spelling spelling_;
  BitmapBuilder bits_;
};

/// utf8, binary as hex, and json.
class TextJsonColumn final : public JsonColumn {
 public:
  explicit TextJsonColumn(const JsonType& type)
      : dtype_(type.dtype),
        vacant_(type.vacant),
        hex_(type.dtype.is(Kind::binary)),
        literal_(type.dtype.is(Kind::extension)) {}

  void start() override { texts_ = TextBuilder(); }
  bool append(JsonReader& reader) override {
    const auto kind = reader.peek();
    if (kind == Token::null) {
      append_null();
      return reader.take_null();
    }
    const auto* from = reader.position();
    std::string_view text;
    const bool quoted = kind == Token::text && !literal_;
    if (!(quoted ? reader.take_text(text) : reader.take_any(text))) return false;
    if (vacant_ || (hex_ && (!quoted || !parse_hex(text, bytes_))))
      return reader.misfit(from, dtype_);
    texts_.append(hex_ ? bytes_ : text);
    return true;
  }
  void append_null() override { texts_.append_null(); }
  Column finish() override { return texts_.finish(dtype_); }

 private:
  DType dtype_;
  bool vacant_, hex_, literal_;
  TextBuilder texts_;
  std::string bytes_;
};

class ListJsonColumn final : public NullableColumn {
 public:
  ListJsonColumn(const DType& dtype, std::unique_ptr<JsonColumn> elements)
      : NullableColumn(dtype), elements_(std::move(elements)) {
    clear();
  }

 protected:
  void clear() override {
    elements_->start();
    count_ = 0;
    offsets_.resize(0);
    offsets_.append_value(count_);
  }
  bool take(JsonReader& reader) override {
    if (reader.peek() != Token::array) return pass_over(reader);
    for (bool first = reader.open_array(); reader.next_element(first); ++count_)
      if (!elements_->append(reader)) return false;
    offsets_.append_value(count_);
    return !reader.failed();
  }
  void put_null() override { offsets_.append_value(count_); }
  void fill(Column& column) override {
    column.buffers.push_back(std::exchange(offsets_, MutableBuffer::uninitialized(0)).freeze());
    column.children.push_back(elements_->finish());
  }

 private:
  std::unique_ptr<JsonColumn> elements_;
  MutableBuffer offsets_ = MutableBuffer::uninitialized(0);
  std::int64_t count_ = 0;
};

class FixedListJsonColumn final : public NullableColumn {
 public:
  FixedListJsonColumn(const DType& dtype, std::unique_ptr<JsonColumn> elements)
      : NullableColumn(dtype), elements_(std::move(elements)) {}

 protected:
  void clear() override { elements_->start(); }
  bool take(JsonReader& reader) override {
    if (reader.peek() != Token::array) return pass_over(reader);
    std::uint32_t count = 0;
    for (bool first = reader.open_array(); reader.next_element(first); ++count)
      if (!(count < dtype().list_size() ? elements_->append(reader) : pass_over(reader)) &&
          reader.failed())
        return false;
    return !reader.failed() && count == dtype().list_size();
  }
  void put_null() override {
    for (std::uint32_t i = 0; i < dtype().list_size(); ++i) elements_->append_null();
  }
  void fill(Column& column) override { column.children.push_back(elements_->finish()); }

 private:
  std::unique_ptr<JsonColumn> elements_;
};

class StructJsonColumn final : public NullableColumn {
 public:
  StructJsonColumn(const DType& dtype, std::vector<std::unique_ptr<JsonColumn>> fields)
      : NullableColumn(dtype), fields_(std::move(fields)), last_rows_(fields_.size(), 0) {
    for (std::size_t i = 0; i < dtype.field_count(); ++i)
      places_.emplace(std::string(dtype.field_name(i)), i);
  }

 protected:
  void clear() override {
    for (auto& field : fields_) field->start();
    last_rows_.assign(fields_.size(), 0);
  }
  bool take(JsonReader& reader) override {
    if (reader.peek() != Token::object) return pass_over(reader);
    const auto row = rows() + 1;
    std::string_view key;
    std::size_t expected = 0, found = 0;
    for (bool first = reader.open_object(); reader.next_field(first, key); ++found) {
      const auto place = place_of(key, expected);
      if (place == fields_.size()) return reader.fail(JsonFault::What::new_key, std::string(key));
      if (std::exchange(last_rows_[place], row) == row)
        return reader.fail(JsonFault::What::duplicate, std::string(key));
      if (!fields_[place]->append(reader)) {
        auto& fault = reader.fault();
        fault.column = dtype().field_name(place);
        fault.path =
            fault.path.empty() ? fault.column : fmt::format("{}.{}", fault.column, fault.path);
        return false;
      }
      expected = place + 1;
    }
    if (found < fields_.size())
      for (std::size_t i = 0; i < fields_.size(); ++i)
        if (last_rows_[i] != row) fields_[i]->append_null();
    return !reader.failed();
  }
  void put_null() override {
    for (auto& field : fields_) field->append_null();
  }
  void fill(Column& column) override {
    for (auto& field : fields_) column.children.push_back(field->finish());
  }

 private:
  std::size_t place_of(std::string_view key, std::size_t expected) const {
    if (expected < fields_.size() && dtype().field_name(expected) == key) return expected;
    const auto found = places_.find(key);
    return found == places_.end() ? fields_.size() : found->second;
  }

  std::vector<std::unique_ptr<JsonColumn>> fields_;
  std::vector<std::uint64_t> last_rows_;  // that had the field, counted from 1
  std::map<std::string, std::size_t, std::less<>> places_;
};

}  // namespace

Result<std::unique_ptr<JsonColumn>> make_json_column(const JsonType& type,
                                                     const TextOptions& options) {
  const auto& dtype = type.dtype;
  if (dtype.is(Kind::boolean)) return std::make_unique<BooleanJsonColumn>(type);
  if (dtype.is_text() || (dtype.is(Kind::extension) && dtype.storage().is(Kind::utf8)))
    return std::make_unique<TextJsonColumn>(type);
  if (has_word_parser(dtype))
    return with_word_parser(
        dtype, type.spelling, options, [&](auto parse) -> std::unique_ptr<JsonColumn> {
          return std::make_unique<WordJsonColumn<decltype(parse)>>(type, std::move(parse));
        });
  std::vector<std::unique_ptr<JsonColumn>> children;
  for (const auto& child : type.children)
    children.push_back(GYRE_TRY(make_json_column(child, options)));
  if (dtype.is(Kind::structure))
    return std::make_unique<StructJsonColumn>(dtype, std::move(children));
  if (dtype.is(Kind::list)) return std::make_unique<ListJsonColumn>(dtype, std::move(children[0]));
  if (dtype.is(Kind::fixed_size_list))
    return std::make_unique<FixedListJsonColumn>(dtype, std::move(children[0]));
  return fail(Code::unsupported, "{} has no text form that could be read", to_text(dtype));
}

}  // namespace gyre
