#include "text/csv_reader.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/utf8.hpp"
#include "base/words.hpp"
#include "dtype/text.hpp"
#include "text/detail/csv_names.hpp"
#include "text/detail/display_text.hpp"

namespace gyre {
namespace {

constexpr auto all_rows = std::numeric_limits<std::uint64_t>::max();

/// Most text is, and this looks faster than is_utf8.
bool is_ascii(std::string_view text) {
  std::size_t i = 0;
  for (; i + 64 <= text.size(); i += 64) {
    std::uint64_t high = 0;
    for (std::size_t k = 0; k < 64; k += 8) high |= load<std::uint64_t>(text.data() + i + k);
    if ((high & 0x8080808080808080) != 0) return false;
  }
  return std::ranges::all_of(text.substr(i),
                             [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

CsvSource::CsvSource(std::unique_ptr<ByteInput> input, CsvOptions options)
    : input_(std::move(input)), options_(std::move(options)) {}

Result<std::unique_ptr<CsvSource>> CsvSource::open(std::unique_ptr<ByteInput> input,
                                                   CsvOptions options) {
  GYRE_TRY(check(options));
  std::unique_ptr<CsvSource> source(new CsvSource(std::move(input), std::move(options)));
  GYRE_TRY(source->begin());
  GYRE_TRY(source->apply_types());
  GYRE_TRY(source->sample());
  GYRE_TRY(source->choose_types());
  return source;
}

Result<void> CsvSource::begin() {
  splitter_.emplace(*input_, options_);
  waiting_.clear();
  return read_names();
}

Result<void> CsvSource::read_names() {
  for (;;) {
    auto chunk = GYRE_TRY(splitter_->next(options_.header ? 1 : options_.rows_per_batch));
    if (!chunk)
      return fail(Code::corrupt, "{}: the text is empty, expected a header", input_->name());
    const auto fields = first_record(chunk->text(), options_);
    if (fields.empty()) continue;
    if (names_.empty()) GYRE_TRY(set_names(*chunk, fields));
    if (!options_.header) waiting_.push_back(*std::move(chunk));
    return {};
  }
}

Result<void> CsvSource::set_names(const CsvChunk& chunk,
                                  const std::vector<std::string_view>& fields) {
  GYRE_TRY(check_utf8(chunk));
  std::string scratch;
  for (const auto field : fields) {
    if (!options_.header) {
      names_.emplace_back();
    } else if (!field.empty() && field[0] == options_.quote) {
      const auto name = unquote(field, field[0], scratch);
      if (!name)
        return fail(Code::corrupt, "{}: the header has text behind a closing quote: {}",
                    place(chunk, static_cast<std::size_t>(field.data() - chunk.text().data())),
                    shown_text(field));
      names_.emplace_back(*name);
    } else {
      names_.emplace_back(field);
    }
  }
  make_names_unique(names_);
  return {};
}

Result<void> CsvSource::apply_types() {
  given_.assign(names_.size(), std::nullopt);
  forget_guesses();
  if (options_.all_text) given_.assign(names_.size(), DType::utf8(true));
  for (const auto& [name, dtype] : options_.types) {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end())
      return fail(Code::invalid_argument, "{}: no column {}, for which a type is given",
                  input_->name(), shown_text(name));
    given_[static_cast<std::size_t>(found - names_.begin())] = dtype.with_nullable(true);
  }
  return {};
}

void CsvSource::forget_guesses() {
  guesses_.assign(names_.size(), TypeGuess(options_.decimal_mark));
  for (const auto& [name, values] : options_.other_values)
    if (const auto found = std::ranges::find(names_, name); found != names_.end())
      guesses_[static_cast<std::size_t>(found - names_.begin())].merge(values);
}

std::vector<std::pair<std::string, TypeGuess>> CsvSource::guesses() const {
  std::vector<std::pair<std::string, TypeGuess>> guesses;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (!given_[i]) guesses.emplace_back(names_[i], guesses_[i]);
  return guesses;
}

bool CsvSource::guesses_any() const {
  return std::ranges::any_of(given_, [](const auto& dtype) { return !dtype; });
}

Result<void> CsvSource::sample() {
  if (!guesses_any()) return {};
  if (!options_.sample_rows && input_->seekable()) return look_at_all();
  auto rows = options_.sample_rows.value_or(*CsvOptions().sample_rows);
  auto bytes = options_.bytes_per_batch;  // the sample waits in memory
  const auto add = [&](const CsvChunk& chunk) {
    guess(chunk, rows, guesses_);
    rows -= std::min(rows, chunk.records);
    bytes -= std::min(bytes, chunk.bytes.size());
  };
  for (const auto& chunk : waiting_) add(chunk);
  while (rows > 0 && bytes > 0) {
    auto chunk = GYRE_TRY(splitter_->next(options_.rows_per_batch));
    if (!chunk) {
      seen_all_ = true;
      break;
    }
    add(*chunk);
    waiting_.push_back(*std::move(chunk));
  }
  return {};
}

Result<void> CsvSource::look_at_all() {
  GYRE_TRY(input_->rewind());
  GYRE_TRY(begin());
  forget_guesses();
  while (const auto chunk = GYRE_TRY(next_chunk())) guess(*chunk, all_rows, guesses_);
  seen_all_ = true;
  GYRE_TRY(input_->rewind());
  return begin();
}

Result<void> CsvSource::choose_types() {
  types_.clear();
  std::vector<DType::Field> fields;
  for (std::size_t column = 0; column < names_.size(); ++column) {
    CsvColumnType type;
    if (given_[column]) {
      type.dtype = *given_[column];
    } else {
      const auto& guess = guesses_[column];
      type.dtype = guess.best();
      type.spelling = Spelling::exact;
      type.vacant = guess.is_vacant() && input_->seekable() && !seen_all_;
    }
    GYRE_TRY(
        within(make_csv_column(type, options_), "{}: column {}", input_->name(), names_[column]));
    fields.push_back({names_[column], type.dtype});
    types_.push_back(std::move(type));
  }
  schema_ = DType::structure(std::move(fields));
  return {};
}

void CsvSource::guess(const CsvChunk& chunk, std::uint64_t rows,
                      std::vector<TypeGuess>& guesses) const {
  CsvTokenizer tokenizer(options_, names_.size());
  CsvRecords records;
  tokenizer.start(chunk.text());
  std::string scratch;
  while (rows > 0) {
    const bool whole = tokenizer.next(records).has_value();
    const auto take = static_cast<std::size_t>(std::min<std::uint64_t>(records.rows(), rows));
    for (std::size_t column = 0; column < names_.size(); ++column) {
      if (given_[column]) continue;
      const auto fields = records.column(column);
      for (std::size_t row = 0; row < take; ++row) {
        const auto field = fields[row];
        if (is_null_field(field, options_)) continue;
        if (field[0] != options_.quote) {
          guesses[column].add(field);
        } else if (const auto text = unquote(field, field[0], scratch); text && !text->empty()) {
          guesses[column].add(*text);
        }
      }
    }
    rows -= take;
    if (take == 0 || !whole) break;
  }
}

void CsvSource::prepare(unsigned workers) {
  workers_.clear();
  workers_.resize(workers);
}

Result<std::optional<CsvChunk>> CsvSource::next_chunk() {
  if (waiting_.empty()) return splitter_->next(options_.rows_per_batch);
  std::optional<CsvChunk> chunk = std::move(waiting_.front());
  waiting_.pop_front();
  return chunk;
}

Result<std::optional<BatchJob>> CsvSource::next_job() {
  auto chunk = GYRE_TRY(next_chunk());
  if (!chunk) return std::optional<BatchJob>();
  const auto shared = std::make_shared<const CsvChunk>(*std::move(chunk));
  return BatchJob([this, shared](unsigned number) -> Result<std::vector<Batch>> {
    auto& worker = workers_.at(number);
    if (!worker) {
      worker.reset(new Worker{CsvTokenizer(options_, names_.size()), {}, {}});
      for (const auto& type : types_)
        worker->columns.push_back(GYRE_TRY(make_csv_column(type, options_)));
    }
    return parse(*shared, *worker);
  });
}

Result<std::vector<Batch>> CsvSource::parse(const CsvChunk& chunk, Worker& worker) {
  GYRE_TRY(check_utf8(chunk));
  auto& records = worker.records;
  const auto skipped_before = worker.tokenizer.skipped();
  worker.tokenizer.start(chunk.text());
  for (auto& column : worker.columns) column->start(chunk.records);
  std::vector<Batch> batches;
  Batch batch{schema_, 0, {}};
  for (;;) {
    if (const auto whole = worker.tokenizer.next(records); !whole)
      return fail(Code::corrupt, "{}: {} fields, expected {}", place(chunk, whole.error().start),
                  whole.error().fields, names_.size());
    if (records.rows() == 0) break;
    std::optional<CsvMisfit> first;
    std::size_t first_column = 0;
    for (std::size_t i = 0; i < worker.columns.size(); ++i) {
      const auto found = worker.columns[i]->append(records, i);
      if (!found || (first && first->row <= found->row)) continue;
      first = found;
      first_column = i;
    }
    if (first) return misfit(chunk, records, first_column, *first);
    batch.rows += records.rows();
  }
  skipped_ += worker.tokenizer.skipped() - skipped_before;
  if (batch.rows == 0) return batches;
  for (auto& column : worker.columns) batch.columns.push_back(column->finish());
  batches.push_back(std::move(batch));
  return batches;
}

std::unexpected<Error> CsvSource::misfit(const CsvChunk& chunk, const CsvRecords& records,
                                         std::size_t column, const CsvMisfit& misfit) {
  const auto field = records.column(column)[misfit.row];
  const auto where = place(chunk, static_cast<std::size_t>(field.data() - chunk.text().data()));
  const auto& name = names_[column];
  if (misfit.what == CsvMisfit::What::quote)
    return fail(Code::corrupt, "{}: column {}: text behind a closing quote: {}", where, name,
                shown_text(field));
  std::string scratch;
  const auto text =
      field[0] == options_.quote ? unquote(field, field[0], scratch).value_or(field) : field;
  const auto& type = types_[column];
  if (given_[column])
    return fail(Code::invalid_argument, "{}: column {}: {} does not fit {}", where, name,
                shown_text(text), to_text(type.dtype.with_nullable(false)));
  widen(chunk);
  return fail(Code::invalid_argument,
              "{}: column {}: {} does not fit {}, which the records before it suggest; --type "
              "{}=utf8 reads both",
              where, name, shown_text(text), to_text(type.dtype.with_nullable(false)), name);
}

void CsvSource::widen(const CsvChunk& chunk) {
  if (!input_->seekable() || seen_all_) return;
  auto guesses = guesses_;
  guess(chunk, all_rows, guesses);
  const std::scoped_lock lock(mutex_);
  if (!widened_ || chunk.number < widened_->chunk)
    widened_ = Widened{chunk.number, std::move(guesses)};
}

bool CsvSource::wants_restart() const {
  const std::scoped_lock lock(mutex_);
  return widened_.has_value();
}

Result<void> CsvSource::restart() {
  if (!input_->seekable())
    return fail(Code::unsupported, "{}: a pipe cannot be read twice", input_->name());
  for (auto& worker : workers_) worker.reset();
  skipped_ = 0;
  const auto widened = std::exchange(widened_, std::nullopt);
  if (widened && ++widenings_ > 1) {
    GYRE_TRY(look_at_all());
    return choose_types();
  }
  if (widened) guesses_ = widened->guesses;
  GYRE_TRY(input_->rewind());
  GYRE_TRY(begin());
  return choose_types();
}

Result<void> CsvSource::check_utf8(const CsvChunk& chunk) const {
  const auto text = chunk.text();
  if (is_ascii(text) || is_utf8(text)) return {};
  // Line by line, up to the first that has the byte.
  std::size_t good = 0;
  for (auto lines = text; !lines.empty();) {
    const auto end = std::min(lines.find('\n'), lines.size() - 1) + 1;
    if (!is_utf8(lines.substr(0, end))) break;
    good += end;
    lines.remove_prefix(end);
  }
  return fail(Code::corrupt, "{}: the text is not UTF-8", place(chunk, good));
}

std::string CsvSource::place(const CsvChunk& chunk, std::size_t offset) const {
  const auto text = chunk.text();
  auto line = chunk.first_line;
  for (std::size_t i = 0; i < offset; ++i)
    if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')))
      ++line;
  return fmt::format("{}: line {}", input_->name(), line);
}

}  // namespace gyre
