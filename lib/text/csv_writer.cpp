#include "text/csv_writer.hpp"

#include <vector>

#include "base/words.hpp"
#include "text/csv_options.hpp"
#include "text/value_writer.hpp"

namespace gyre {
namespace {

constexpr std::uint64_t repeated(char c) {
  return 0x0101010101010101 * static_cast<unsigned char>(c);
}

/// Not 0 where a byte of the word is 0.
constexpr std::uint64_t zero_bytes(std::uint64_t word) {
  return (word - 0x0101010101010101) & ~word & 0x8080808080808080;
}

class CsvFormatter final : public BatchFormatter {
 public:
  CsvFormatter(const DType& schema, const CsvWriteOptions& options) : options_(options) {
    for (std::size_t i = 0; i < schema.field_count(); ++i) {
      const auto& dtype = schema.field(i);
      names_.emplace_back(schema.field_name(i));
      columns_.push_back({make_value_writer(dtype, TextStyle::plain),
                          dtype.physical().is(Kind::null), dtype.is(Kind::utf8),
                          may_need_quotes(dtype)});
    }
  }

  std::string head() const override {
    std::string out;
    if (!options_.header) return out;
    for (const auto& name : names_) {
      if (&name != &names_.front()) out.push_back(options_.delimiter);
      append_field(out, name);
    }
    out.push_back('\n');
    return out;
  }

  Result<void> format(const Batch& batch, std::string& out) const override {
    std::string scratch;
    for (std::uint64_t row = 0; row < batch.rows; ++row) {
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (i > 0) out.push_back(options_.delimiter);
        const auto& column = batch.columns[i];
        const auto& how = columns_[i];
        if (how.is_null || !column.is_valid(row)) continue;
        if (how.is_utf8) {
          append_field(out, text_at(column, row));
        } else if (how.may_need_quotes) {
          scratch.clear();
          how.writer->append(scratch, column, row);
          append_field(out, scratch);
        } else {
          how.writer->append(out, column, row);
        }
      }
      out.push_back('\n');
    }
    return {};
  }

 private:
  struct ColumnForm {
    std::unique_ptr<ValueWriter> writer;
    bool is_null, is_utf8, may_need_quotes;
  };

  /// Numbers and times have none of the usual delimiters, but could have an odd one; empty bytes are no null.
  bool may_need_quotes(const DType& dtype) const {
    const bool odd = options_.delimiter != ',' && options_.delimiter != ';' &&
                     options_.delimiter != '\t' && options_.delimiter != '|';
    const auto& physical = dtype.physical();
    return odd || !(physical.is(Kind::boolean) || physical.is(Kind::primitive) ||
                    physical.is(Kind::decimal));
  }

  bool needs_quotes(std::string_view text) const {
    const auto special = [&](char c) {
      return c == options_.delimiter || c == options_.quote || c == '\n' || c == '\r';
    };
    std::size_t i = 0;
    for (; i + 8 <= text.size(); i += 8) {
      const auto word = load<std::uint64_t>(text.data() + i);
      if ((zero_bytes(word ^ repeated(options_.delimiter)) |
           zero_bytes(word ^ repeated(options_.quote)) | zero_bytes(word ^ repeated('\n')) |
           zero_bytes(word ^ repeated('\r'))) != 0)
        return true;
    }
    for (; i < text.size(); ++i)
      if (special(text[i])) return true;
    return text.empty();
  }

  void append_field(std::string& out, std::string_view text) const {
    if (!needs_quotes(text)) {
      out += text;
      return;
    }
    out.push_back(options_.quote);
    for (auto at = text.find(options_.quote); at != std::string_view::npos;
         at = text.find(options_.quote)) {
      out.append(text.substr(0, at + 1)).push_back(options_.quote);
      text.remove_prefix(at + 1);
    }
    out.append(text).push_back(options_.quote);
  }

  CsvWriteOptions options_;
  std::vector<std::string> names_;
  std::vector<ColumnForm> columns_;
};

}  // namespace

Result<std::unique_ptr<BatchFormatter>> make_csv_formatter(const DType& schema,
                                                           const CsvWriteOptions& options) {
  CsvOptions reading;
  reading.delimiter = options.delimiter;
  reading.quote = options.quote;
  GYRE_TRY(check(reading));
  if (schema.field_count() == 0)
    return fail(Code::invalid_argument, "there are no columns to write as delimited text");
  return std::make_unique<CsvFormatter>(schema, options);
}

}  // namespace gyre
