#include "text/csv_tokenizer.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gyre {

CsvRecords::Fields CsvRecords::column(std::size_t column) const {
  Fields fields;
  fields.text_ = text_.data();
  fields.ends_ = ends_.data() + first_ * columns_ + column;
  fields.stride_ = columns_;
  fields.begins_ = column == 0 ? starts_.data() + first_ : fields.ends_ - 1;
  fields.begin_stride_ = column == 0 ? 1 : columns_;
  fields.behind_separator_ = column == 0 ? 0 : 1;
  return fields;
}

std::string_view CsvRecords::record(std::size_t row) const {
  const auto* ends = ends_.data() + (first_ + row) * columns_;
  const auto is_line_end = [&](std::size_t at) {
    return at >= text_.size() || text_[at] == '\n' || text_[at] == '\r';
  };
  // Fields that were missing lie behind the record's end.
  std::size_t last = 0;
  while (last + 1 < columns_ && !is_line_end(ends[last])) ++last;
  const auto start = starts_[first_ + row];
  return text_.substr(start, ends[last] - start);
}

void CsvRecords::drop(std::span<const std::size_t> rows) {
  std::size_t kept = 0;
  for (std::size_t row = 0; row < rows_; ++row) {
    if (!rows.empty() && rows.front() == row) {
      rows = rows.subspan(1);
      continue;
    }
    const auto from = first_ + row, to = first_ + kept;
    starts_[to] = starts_[from];
    std::copy_n(ends_.data() + from * columns_, columns_, ends_.data() + to * columns_);
    ++kept;
  }
  rows_ = kept;
}

CsvTokenizer::CsvTokenizer(const CsvOptions& options, std::size_t columns)
    : options_(options), columns_(columns), scanner_(options.delimiter, options.quote) {}

void CsvTokenizer::start(std::string_view text) {
  scanner_ = CsvScanner(options_.delimiter, options_.quote);
  text_ = text;
  block_ = blocks_ = 0;
  scanned_ = base_ = record_start_ = 0;
  separators_ = line_ends_ = 0;
  field_ = 0;
  skipped_.clear();
}

std::expected<void, RaggedRecord> CsvTokenizer::next(CsvRecords& records) {
  records.text_ = text_;
  records.columns_ = columns_;
  records.first_ = records.rows_ = 0;
  records.starts_.resize(CsvRecords::most_rows);
  records.ends_.resize(CsvRecords::most_rows * columns_ + 64);
  if (scanned_ == 0) records.has_quotes_ = false;
  ends_ = 0;
  auto* ends = records.ends_.data();
  while (records.rows_ < CsvRecords::most_rows) {
    if (separators_ == 0) {
      if (load_block(records)) {
        if (take_whole_block(records)) separators_ = 0;
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

/// False at the end of the text.
bool CsvTokenizer::load_block(CsvRecords& records) {
  if (block_ == blocks_) {
    if (scanned_ == text_.size()) return false;
    const auto size = scanner_.scan(text_.substr(scanned_), '\0', masks_);
    block_ = 0;
    blocks_ = (size + 63) / 64;
    base_ = scanned_;
    scanned_ += size;
  } else {
    base_ += 64;
  }
  const auto& masks = masks_[block_++];
  separators_ = masks.delimiters | masks.line_ends;
  line_ends_ = masks.line_ends;
  records.has_quotes_ = records.has_quotes_ || masks.quotes != 0;
  return true;
}

/// The quick way: puts all ends of the block down, then looks whether each line's is where a record has its last. False,
/// and nothing has changed, where one is not, or there is no room for all rows.
bool CsvTokenizer::take_whole_block(CsvRecords& records) {
  if (field_ >= columns_) return false;
  auto* ends = records.ends_.data();
  const auto after = ends_ + count_ones(separators_);
  constexpr auto top = std::uint64_t{1} << 63;
  auto bits = separators_;
  for (auto i = ends_; i < after; i += 2)
    for (std::size_t k = 0; k < 2; ++k, bits &= bits - 1)
      ends[i + k] =
          static_cast<std::uint32_t>(base_ + static_cast<unsigned>(std::countr_zero(bits | top)));
  auto rows = records.rows_;
  auto start = record_start_;
  for (auto lines = line_ends_; lines != 0; lines &= lines - 1) {
    const auto at = base_ + static_cast<unsigned>(std::countr_zero(lines));
    const auto last = (rows + 1) * columns_ - 1;
    if (rows == CsvRecords::most_rows || last >= after || ends[last] != at) return false;
    if (at > start && text_[at - 1] == '\r' && text_[at] == '\n') --ends[last];
    records.starts_[rows++] = static_cast<std::uint32_t>(start);
    start = at + 1;
  }
  const auto fields = after - rows * columns_;
  if (fields >= columns_ || (rows == CsvRecords::most_rows && fields > 0)) return false;
  records.rows_ = rows;
  record_start_ = start;
  ends_ = after;
  field_ = fields;
  return true;
}

std::optional<RaggedRecord> CsvTokenizer::close_record(CsvRecords& records, std::size_t at) {
  const auto start = std::exchange(record_start_, at + 1);
  const auto fields = std::exchange(field_, 0) + 1;
  auto end = at;
  if (at < text_.size() && text_[at] == '\n' && at > start && text_[at - 1] == '\r') --end;
  if (fields != columns_) [[unlikely]] {
    const bool empty_line = fields == 1 && end == start;
    const bool skips = options_.ragged == Ragged::skip || options_.skip_bad;
    const bool pads = options_.ragged == Ragged::pad && fields < columns_;
    if (empty_line || !pads) {
      const RaggedRecord ragged{start, end, fields};
      if (!empty_line && !skips) return ragged;
      if (!empty_line) skipped_.push_back(ragged);
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
  scratch.assign(scratch_room, ' ');
  std::size_t from = 0;
  for (; at != std::string_view::npos; at = inner.find(quote, from)) {
    if (at + 1 >= inner.size() || inner[at + 1] != quote) return std::nullopt;
    scratch.append(inner, from, at + 1 - from);
    from = at + 2;
  }
  scratch.append(inner, from);
  scratch.append(scratch_room, ' ');
  return std::string_view(scratch).substr(scratch_room, scratch.size() - 2 * scratch_room);
}

std::vector<std::string_view> first_record(std::string_view text, const CsvOptions& options) {
  CsvScanner scanner(options.delimiter, options.quote);
  std::vector<std::string_view> fields;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto masks = scanner.scan_byte(text[i], i + 1 < text.size() ? text[i + 1] : '\0');
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
