#include "text/csv_splitter.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

namespace gyre {
namespace {

constexpr std::string_view utf8_mark = "\xef\xbb\xbf";

/// The bits up to and with `bit`.
std::uint64_t up_to(unsigned bit) { return ~std::uint64_t{0} >> (63 - bit); }

/// All bits but the first `first`.
std::uint64_t bits_from(std::size_t first) { return first < 64 ? ~std::uint64_t{0} << first : 0; }

/// The place of set bit number `index`, counted from 0.
unsigned place_of(std::uint64_t bits, std::uint64_t index) {
  for (; index > 0; --index) bits &= bits - 1;
  return static_cast<unsigned>(std::countr_zero(bits));
}

}  // namespace

CsvSplitter::CsvSplitter(ByteInput& input, const CsvOptions& options)
    : input_(input), options_(options), scanner_(options.delimiter, options.quote) {}

Result<std::optional<CsvChunk>> CsvSplitter::next(std::uint64_t records) {
  if (!started_) GYRE_TRY(within(read_mark(), "{}", input_.name()));
  for (;;) {
    const auto end = scan(records);
    // Records that have ended count as well: it must not matter how much of the text was at hand.
    if (std::max(longest_record_, scanned_ - record_start_) > options_.record_limit)
      return too_long();
    if (end) return take(*end);
    if (ended_) break;
    GYRE_TRY(within(read_block(), "{}", input_.name()));
  }
  if (scanner_.inside_quotes()) return unterminated();
  if (text().empty()) return std::optional<CsvChunk>();
  return take(text().size());
}

Result<void> CsvSplitter::read_block() {
  const auto size = bytes_.size();
  bytes_.resize(size + options_.block_size);
  const auto got = input_.read(bytes_.bytes().subspan(size));
  bytes_.resize(size + got.value_or(0));
  if (!got) return std::unexpected(got.error());
  ended_ = *got == 0;
  return {};
}

Result<void> CsvSplitter::read_mark() {
  while (text().size() < utf8_mark.size() && !ended_) GYRE_TRY(read_block());
  started_ = true;
  if (text().starts_with("\xff\xfe") || text().starts_with("\xfe\xff"))
    return fail(Code::unsupported, "the text is UTF-16, expected UTF-8");
  if (text().starts_with(utf8_mark)) drop_front(utf8_mark.size());
  return {};
}

/// The text before `size`, as a chunk has it; what is behind stays.
MutableBuffer CsvSplitter::drop_front(std::size_t size) {
  auto rest = MutableBuffer::zeroed(field_room);
  rest.reserve(bytes_.size() + options_.block_size);  // the next chunk is about as long
  rest.append(bytes_.bytes().subspan(field_room + size));
  bytes_.resize(field_room + size);
  return std::exchange(bytes_, std::move(rest));
}

std::optional<std::size_t> CsvSplitter::scan(std::uint64_t records) {
  CsvScanner::Masks masks;
  for (;;) {
    const auto rest = text().substr(scanned_);
    // Whole blocks only before the end, and the byte behind them has to be there.
    auto size = ended_ || rest.empty() ? rest.size() : (rest.size() - 1) / 64 * 64;
    if (size == 0) return std::nullopt;
    size = std::min(size, masks.size() * 64);
    scanner_.scan(rest.substr(0, size), size < rest.size() ? rest[size] : '\0', masks);
    for (std::size_t i = 0; i * 64 < size; ++i) {
      if (const auto end = count(masks[i], records)) return end;
      scanned_ += std::min<std::size_t>(64, size - i * 64);
    }
  }
}

std::optional<std::size_t> CsvSplitter::count(const CsvMasks& masks, std::uint64_t records) {
  const auto ends = count_ones(masks.line_ends);
  if (ends > 0) {
    const auto first_end = scanned_ + static_cast<unsigned>(std::countr_zero(masks.line_ends));
    longest_record_ = std::max(longest_record_, first_end - record_start_);
  }
  const bool enough_rows = line_ends_ + ends >= records;
  if (enough_rows || scanned_ + 64 >= options_.bytes_per_batch) {
    const auto enough_bytes =
        options_.bytes_per_batch > scanned_ ? options_.bytes_per_batch - scanned_ - 1 : 0;
    auto cutting = masks.line_ends & bits_from(enough_bytes);
    if (enough_rows)
      cutting |= std::uint64_t{1} << place_of(masks.line_ends, records - line_ends_ - 1);
    if (cutting != 0) {
      const auto bit = static_cast<unsigned>(std::countr_zero(cutting));
      line_ends_ += count_ones(masks.line_ends & up_to(bit));
      line_breaks_ += count_ones(masks.line_breaks & up_to(bit));
      return scanned_ + bit + 1;
    }
  }
  line_ends_ += ends;
  line_breaks_ += masks.line_breaks == masks.line_ends ? ends : count_ones(masks.line_breaks);
  if (masks.line_ends != 0)
    record_start_ = scanned_ + 64 - static_cast<unsigned>(std::countl_zero(masks.line_ends));
  return std::nullopt;
}

CsvChunk CsvSplitter::take(std::size_t size) {
  CsvChunk chunk;
  chunk.number = number_++;
  chunk.first_line = first_line_;
  chunk.records = line_ends_ + 1;
  chunk.bytes = drop_front(size);

  first_line_ += line_breaks_;
  line_ends_ = line_breaks_ = 0;
  scanned_ = record_start_ = longest_record_ = 0;
  scanner_ = CsvScanner(options_.delimiter, options_.quote);
  return chunk;
}

std::unexpected<Error> CsvSplitter::too_long() const {
  return fail(Code::corrupt, "{}: a record has more than {} bytes: is a quote never closed?",
              input_.name(), options_.record_limit);
}

std::unexpected<Error> CsvSplitter::unterminated() const {
  // Once more, byte by byte, for the last quote that opened a field; one behind another quote only went on with it.
  CsvScanner scanner(options_.delimiter, options_.quote);
  const auto text = this->text();
  std::uint64_t line = first_line_, opened = line;
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto masks = scanner.scan_byte(text[i], i + 1 < text.size() ? text[i + 1] : '\0');
    if (scanner.inside_quotes() && !inside && (i == 0 || text[i - 1] != *options_.quote))
      opened = line;
    inside = scanner.inside_quotes();
    line += masks.line_breaks & 1;
  }
  return fail(Code::corrupt, "{}: line {}: a quote opens here and is never closed", input_.name(),
              opened);
}

}  // namespace gyre
