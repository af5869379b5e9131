#include "text/csv_tokenizer.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gyre {

CsvRecords::Fields CsvRecords::column(std::size_t column) const {
  Fields fields;
  fields.text_ = text_;
  fields.ends_ = ends_.data() + column;
  fields.stride_ = columns_;
  fields.begins_ = column == 0 ? starts_.data() : fields.ends_ - 1;
  fields.begin_stride_ = column == 0 ? 1 : columns_;
  fields.behind_separator_ = column == 0 ? 0 : 1;
  return fields;
}

CsvTokenizer::CsvTokenizer(const CsvOptions& options, std::size_t columns)
    : options_(options), columns_(columns), scanner_(options.delimiter, options.quote) {}

void CsvTokenizer::start(std::string_view text) {
  scanner_ = CsvScanner(options_.delimiter, options_.quote);
  text_ = text;
  position_ = base_ = record_start_ = 0;
  separators_ = line_ends_ = 0;
  field_ = 0;
}

std::expected<void, RaggedRecord> CsvTokenizer::next(CsvRecords& records) {
  records.text_ = text_.data();
  records.columns_ = columns_;
  records.rows_ = 0;
  records.starts_.resize(CsvRecords::most_rows);
  records.ends_.resize(CsvRecords::most_rows * columns_);
  if (position_ == 0) records.has_quotes_ = false;
  ends_ = 0;
  auto* ends = records.ends_.data();
  while (records.rows_ < CsvRecords::most_rows) {
    if (separators_ == 0) {
      if (position_ < text_.size()) {
        step(records);
        continue;
      }
      if (record_start_ < text_.size() || field_ > 0)
        if (const auto fault = close_record(records, text_.size())) return std::unexpected(*fault);
      record_start_ = text_.size();
      break;
    }
    const auto bit = static_cast<unsigned>(std::countr_zero(separators_));
    separators_ &= separators_ - 1;
    const auto at = base_ + bit;
    if ((line_ends_ >> bit & 1) != 0) {
      if (const auto fault = close_record(records, at)) return std::unexpected(*fault);
    } else {
      // The last field's end comes with the line's; what is past it only counts.
      if (field_ + 1 < columns_) ends[ends_++] = static_cast<std::uint32_t>(at);
      ++field_;
    }
  }
  return {};
}

void CsvTokenizer::step(CsvRecords& records) {
  const auto count = static_cast<unsigned>(std::min<std::size_t>(64, text_.size() - position_));
  const char next = position_ + count < text_.size() ? text_[position_ + count] : '\0';
  const auto masks = scanner_.step(text_.data() + position_, count, next);
  base_ = position_;
  separators_ = masks.delimiters | masks.line_ends;
  line_ends_ = masks.line_ends;
  records.has_quotes_ = records.has_quotes_ || masks.quotes != 0;
  position_ += count;
}

std::optional<RaggedRecord> CsvTokenizer::close_record(CsvRecords& records, std::size_t at) {
  const auto start = std::exchange(record_start_, at + 1);
  const auto fields = std::exchange(field_, 0) + 1;
  auto end = at;
  if (at < text_.size() && text_[at] == '\n' && at > start && text_[at - 1] == '\r') --end;
  if (fields != columns_) [[unlikely]] {
    const bool empty_line = fields == 1 && end == start;
    if (!empty_line && (options_.ragged == Ragged::refuse ||
                        (options_.ragged == Ragged::pad && fields > columns_)))
      return RaggedRecord{start, fields};
    if (empty_line || options_.ragged == Ragged::skip) {
      if (!empty_line) ++skipped_;
      ends_ = records.rows_ * columns_;
      return std::nullopt;
    }
  }
  records.ends_[ends_++] = static_cast<std::uint32_t>(end);
  for (auto missing = fields; missing < columns_; ++missing, ++ends_)
    records.ends_[ends_] =
        records.ends_[ends_ - 1] + 1;  // empty, behind a separator that is not there
  records.starts_[records.rows_++] = static_cast<std::uint32_t>(start);
  return std::nullopt;
}

std::optional<std::string_view> unquote(std::string_view field, char quote, std::string& scratch) {
  if (field.size() < 2 || field.back() != quote) return std::nullopt;
  const auto inner = field.substr(1, field.size() - 2);
  auto at = inner.find(quote);
  if (at == std::string_view::npos) return inner;
  scratch.clear();
  std::size_t from = 0;
  for (; at != std::string_view::npos; at = inner.find(quote, from)) {
    if (at + 1 >= inner.size() || inner[at + 1] != quote) return std::nullopt;
    scratch.append(inner, from, at + 1 - from);
    from = at + 2;
  }
  scratch.append(inner, from);
  return scratch;
}

std::vector<std::string_view> first_record(std::string_view text, const CsvOptions& options) {
  CsvScanner scanner(options.delimiter, options.quote);
  std::vector<std::string_view> fields;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto masks = scanner.step(text.data() + i, 1, i + 1 < text.size() ? text[i + 1] : '\0');
    if (((masks.delimiters | masks.line_ends) & 1) == 0) continue;
    auto end = i;
    if (text[i] == '\n' && end > begin && text[end - 1] == '\r') --end;
    const bool line_end = (masks.line_ends & 1) != 0;
    if (!line_end || !fields.empty() || end > begin)
      fields.push_back(text.substr(begin, end - begin));
    begin = i + 1;
    if (line_end && !fields.empty()) return fields;
  }
  if (!fields.empty() || begin < text.size()) fields.push_back(text.substr(begin));
  return fields;
}

}  // namespace gyre
