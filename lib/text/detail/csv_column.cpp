#include "text/detail/csv_column.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "array/column_builder.hpp"
#include "dtype/temporal.hpp"
#include "dtype/text.hpp"
#include "text/detail/csv_parsers.hpp"

namespace gyre {
namespace {

/// What is behind the quotes of a field.
struct FieldText {
  std::string_view text;
  enum class What : std::uint8_t { value, empty_text, null, stray_quote } what;
};

/// Tells values from nulls. Holds by value what it asks for each field.
class FieldReader {
 public:
  explicit FieldReader(const CsvOptions& options)
      : options_(&options),
        quote_(options.quote.value_or('\0')),
        has_null_words_(!options.null_words.empty()) {}

  /// For fields of records that may have quotes, or not.
  FieldText read(std::string_view field, bool may_have_quotes) {
    if (field.empty()) return {field, FieldText::What::null};
    if (may_have_quotes && field[0] == quote_ && options_->quote) return read_quoted(field);
    if (has_null_words_ && is_null_field(field, *options_)) return {field, FieldText::What::null};
    return {field, FieldText::What::value};
  }

 private:
  FieldText read_quoted(std::string_view field) {
    const auto text = unquote(field, quote_, scratch_);
    if (!text) return {field, FieldText::What::stray_quote};
    return {*text, text->empty() ? FieldText::What::empty_text : FieldText::What::value};
  }

  const CsvOptions* options_;
  char quote_;
  bool has_null_words_;
  std::string scratch_;
};

/// Reads the fields of one column of a block: `put` takes a row's text, or says that it does not fit, `put_null` a row
/// without one. Adds to `validity` unless a field is a misfit.
template <class Put, class PutNull>
std::optional<CsvMisfit> read_fields(const CsvRecords& records, std::size_t column,
                                     FieldReader& reader, bool empty_is_value,
                                     ValidityBuilder& validity, Put put, PutNull put_null) {
  const auto fields = records.column(column);
  const bool quotes = records.has_quotes();
  auto valid = TileMask::all(records.rows());
  for (std::size_t row = 0; row < records.rows(); ++row) {
    const auto [text, what] = reader.read(fields[row], quotes);
    if (what == FieldText::What::value || (empty_is_value && what == FieldText::What::empty_text))
        [[likely]] {
      if (put(row, text)) [[likely]]
        continue;
      return CsvMisfit{CsvMisfit::What::value, row};
    }
    if (what == FieldText::What::stray_quote) return CsvMisfit{CsvMisfit::What::quote, row};
    put_null(row);
    valid.clear(row);
  }
  validity.append(valid, records.rows());
  return std::nullopt;
}

/// Values of one size. Parse turns the text of a field into a Parse::Word, or says no.
template <class Parse>
class WordColumn final : public CsvColumn {
 public:
  using Word = typename Parse::Word;
  WordColumn(DType dtype, const CsvOptions& options, Parse parse)
      : dtype_(std::move(dtype)), fields_(options), parse_(std::move(parse)) {}

  void start(std::uint64_t rows) override {
    values_ = MutableBuffer::uninitialized(rows * sizeof(Word));
    validity_ = ValidityBuilder();
  }

  std::optional<CsvMisfit> append(const CsvRecords& records, std::size_t column) override {
    auto* out = reinterpret_cast<Word*>(values_.data()) + validity_.rows();
    return read_fields(
        records, column, fields_, false, validity_,
        [&](std::size_t row, std::string_view text) { return parse_(text, out[row]); },
        [&](std::size_t row) { out[row] = {}; });
  }

  Column finish() override {
    Column column;
    column.dtype = dtype_;
    column.rows = validity_.rows();
    values_.resize(column.rows * sizeof(Word));
    validity_.finish(column);
    column.buffers.push_back(std::exchange(values_, MutableBuffer()).freeze());
    return column;
  }

 private:
  DType dtype_;
  FieldReader fields_;
  Parse parse_;
  MutableBuffer values_;
  ValidityBuilder validity_;
};

class BooleanColumn final : public CsvColumn {
 public:
  BooleanColumn(DType dtype, const CsvOptions& options, Spelling spelling)
      : dtype_(std::move(dtype)), fields_(options), spelling_(spelling) {}

  void start(std::uint64_t) override {
    bits_ = BitmapBuilder();
    validity_ = ValidityBuilder();
  }

  std::optional<CsvMisfit> append(const CsvRecords& records, std::size_t column) override {
    TileMask values;
    const auto misfit = read_fields(
        records, column, fields_, false, validity_,
        [&](std::size_t row, std::string_view text) {
          const auto value = parse_bool(text, spelling_);
          if (value.value_or(false)) values.set(row);
          return value.has_value();
        },
        [](std::size_t) {});
    if (!misfit) bits_.append(values, records.rows());
    return misfit;
  }

  Column finish() override {
    Column column;
    column.dtype = dtype_;
    column.rows = validity_.rows();
    column.buffers.push_back(bits_.finish());
    validity_.finish(column);
    return column;
  }

 private:
  DType dtype_;
  FieldReader fields_;
  Spelling spelling_;
  BitmapBuilder bits_;
  ValidityBuilder validity_;
};

/// utf8, and binary as hex. All long texts lie in one buffer, which a batch's size keeps below 2 GiB.
class TextColumn final : public CsvColumn {
 public:
  TextColumn(const CsvColumnType& type, const CsvOptions& options)
      : dtype_(type.dtype),
        fields_(options),
        vacant_(type.vacant),
        hex_(type.dtype.physical().is(Kind::binary)) {}

  void start(std::uint64_t rows) override {
    views_ = MutableBuffer::uninitialized(rows * sizeof(TextView));
    bytes_ = MutableBuffer::uninitialized(0);
    bytes_.reserve(last_size_);
    validity_ = ValidityBuilder();
  }

  std::optional<CsvMisfit> append(const CsvRecords& records, std::size_t column) override {
    auto* out = views_.data() + validity_.rows() * sizeof(TextView);
    return read_fields(
        records, column, fields_, true, validity_,
        [&](std::size_t row, std::string_view text) {
          return put(out + row * sizeof(TextView), text);
        },
        [&](std::size_t row) { store(out + row * sizeof(TextView), TextView()); });
  }

  Column finish() override {
    Column column;
    column.dtype = dtype_;
    column.rows = validity_.rows();
    views_.resize(column.rows * sizeof(TextView));
    validity_.finish(column);
    column.buffers.push_back(std::exchange(views_, MutableBuffer()).freeze());
    last_size_ = std::max(last_size_, bytes_.size());
    if (bytes_.size() > 0)
      column.buffers.push_back(std::exchange(bytes_, MutableBuffer()).freeze());
    return column;
  }

 private:
  bool put(std::byte* out, std::string_view text) {
    if (vacant_ && !text.empty()) return false;
    if (hex_) {
      if (!parse_hex(text, decoded_)) return false;
      decoded_.reserve(decoded_.size() + scratch_room);
      text = decoded_;
    }
    if (text.size() <= TextView::inline_bytes) {
      store_short(out, text);
    } else {
      store(out, TextView::of(text, 0, static_cast<std::uint32_t>(bytes_.size())));
      append_long(text);
    }
    return true;
  }

  /// At most 12 bytes, of 16 that may be read.
  static void store_short(std::byte* out, std::string_view text) {
    const auto size = text.size();
    const auto low = load<std::uint64_t>(text.data());
    const auto high = load<std::uint32_t>(text.data() + 8);
    const auto all = ~std::uint64_t{0};
    const auto front = size >= 8 ? low : low & ~(all << (8 * size));
    const auto back = size <= 8 ? 0 : size == 12 ? high : high & ~(~0u << (8 * (size - 8)));
    store(out, static_cast<std::uint32_t>(size));
    store(out + 4, front);
    store(out + 12, back);
  }

  /// Whole pieces of 16 bytes, past the end: both sides have room.
  void append_long(std::string_view text) {
    const auto before = bytes_.size();
    bytes_.resize(before + text.size());
    auto* to = bytes_.data() + before;
    for (std::size_t i = 0; i < text.size(); i += 16) std::memcpy(to + i, text.data() + i, 16);
  }

  DType dtype_;
  FieldReader fields_;
  bool vacant_, hex_;
  std::string decoded_;
  MutableBuffer views_, bytes_;
  ValidityBuilder validity_;
  std::size_t last_size_ = 0;
};

}  // namespace

Result<std::unique_ptr<CsvColumn>> make_csv_column(const CsvColumnType& type,
                                                   const CsvOptions& options) {
  const auto& dtype = type.dtype;
  if (dtype.is(Kind::boolean))
    return std::make_unique<BooleanColumn>(dtype, options, type.spelling);
  if (dtype.is_text()) return std::make_unique<TextColumn>(type, options);
  if (!has_word_parser(dtype))
    return fail(Code::unsupported, "{} has no text form that could be read", to_text(dtype));
  return with_word_parser(
      dtype, type.spelling, options, [&](auto parse) -> std::unique_ptr<CsvColumn> {
        return std::make_unique<WordColumn<decltype(parse)>>(dtype, options, std::move(parse));
      });
}

}  // namespace gyre
