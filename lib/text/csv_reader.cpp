#include "text/csv_reader.hpp"

#include <algorithm>
#include <utility>

#include "base/peeked_input.hpp"
#include "base/utf8.hpp"
#include "dtype/text.hpp"
#include "text/csv_names.hpp"
#include "text/detail/display_text.hpp"

namespace gyre {
namespace {

/// Bytes that a delimiter is guessed from.
constexpr std::size_t guessing_bytes = std::size_t{64} << 10;

}  // namespace

CsvSource::CsvSource(std::unique_ptr<ByteInput> input, CsvOptions options)
    : GuessedSource(std::move(input), options), options_(std::move(options)) {}

Result<std::unique_ptr<CsvSource>> CsvSource::open(std::unique_ptr<ByteInput> input,
                                                   CsvOptions options) {
  if (options.guess_delimiter) {
    auto peeked = GYRE_TRY(PeekedInput::open(std::move(input), guessing_bytes));
    options.delimiter = guess_delimiter(peeked->front(), options.quote);
    input = std::move(peeked);
  }
  GYRE_TRY(check(options));
  std::unique_ptr<CsvSource> source(new CsvSource(std::move(input), std::move(options)));
  GYRE_TRY(source->begin());
  GYRE_TRY(source->apply_types());
  if (std::ranges::any_of(source->given_, [](const auto& dtype) { return !dtype; }))
    GYRE_TRY(source->sample());
  GYRE_TRY(source->choose_types());
  GYRE_TRY(source->start_refused());
  return source;
}

Result<void> CsvSource::read_front() {
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
  if (!is_utf8_text(chunk)) return not_utf8(chunk);
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

bool CsvSource::can_read(const DType& dtype) {
  return make_csv_column({.dtype = dtype}, CsvOptions()).has_value();
}

TextValues CsvSource::values() const {
  TextValues values;
  values.is_all = seen_all_;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (!given_[i]) values.fields.emplace(names_[i], guesses_[i]);
  return values;
}

DType CsvSource::schema_beside(const DType& alone, const TextValues& all) {
  std::vector<DType::Field> fields;
  for (std::size_t i = 0; i < alone.field_count(); ++i) {
    const auto name = alone.field_name(i);
    const auto guess = all.fields.find(name);
    fields.push_back(
        {std::string(name), guess != all.fields.end() ? guess->second.best() : alone.field(i)});
  }
  return DType::structure(std::move(fields));
}

std::vector<TypeGuess> CsvSource::no_guesses() const {
  std::vector<TypeGuess> guesses(names_.size(), TypeGuess(options_.decimal_mark, &options_.times));
  if (!options_.others) return guesses;
  const auto& others = options_.others->fields;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (const auto found = others.find(names_[i]); found != others.end())
      guesses[i].merge(found->second);
  return guesses;
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
      type.vacant = guess.is_vacant() && can_widen();
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

void CsvSource::forget_workers() {
  for (auto& worker : workers_) worker.reset();
  skipped_ = 0;
}

Result<std::vector<std::unique_ptr<CsvColumn>>> CsvSource::make_columns() const {
  std::vector<std::unique_ptr<CsvColumn>> columns;
  for (const auto& type : types_) columns.push_back(GYRE_TRY(make_csv_column(type, options_)));
  return columns;
}

Result<CsvSource::Worker*> CsvSource::worker(unsigned number) {
  auto& worker = workers_.at(number);
  if (!worker) {
    auto columns = GYRE_TRY(make_columns());
    auto probes = GYRE_TRY(make_columns());
    worker = std::make_unique<Worker>(CsvTokenizer(options_, names_.size()), CsvRecords(),
                                      std::move(columns), std::move(probes));
  }
  return worker.get();
}

Result<std::vector<Batch>> CsvSource::parse(const CsvChunk& chunk, unsigned number) {
  auto& worker = *GYRE_TRY(this->worker(number));
  auto& records = worker.records;
  const bool is_utf8 = is_utf8_text(chunk);
  if (!is_utf8 && !options_.skip_bad) return not_utf8(chunk);
  worker.tokenizer.start(chunk.text());
  for (auto& column : worker.columns) column->start(chunk.records);
  std::vector<Batch> batches;
  std::vector<std::string_view> refused;
  Batch batch{schema_, 0, {}};
  for (;;) {
    if (const auto whole = worker.tokenizer.next(records); !whole)
      return fail(Code::corrupt, "{}: {} fields, expected {}", place(chunk, whole.error().start),
                  whole.error().fields, names_.size());
    if (records.rows() == 0) break;
    if (options_.skip_bad) GYRE_TRY(drop_refused(chunk, is_utf8, worker, refused));
    std::optional<Misfit> first;
    for (std::size_t i = 0; i < worker.columns.size(); ++i) {
      const auto found = worker.columns[i]->append(records, i);
      if (found && (!first || found->row < first->misfit.row)) first = Misfit{i, *found};
    }
    if (first) return misfit(chunk, records, *first);
    batch.rows += records.rows();
  }
  for (const auto& ragged : worker.tokenizer.skipped())
    refused.push_back(chunk.text().substr(ragged.start, ragged.end - ragged.start));
  skipped_ += refused.size();
  GYRE_TRY(refuse(chunk, std::move(refused)));
  if (batch.rows == 0) return batches;
  for (auto& column : worker.columns) batch.columns.push_back(column->finish());
  batches.push_back(std::move(batch));
  return batches;
}

Result<void> CsvSource::drop_refused(const CsvChunk& chunk, bool is_utf8, Worker& worker,
                                     std::vector<std::string_view>& refused) {
  auto& records = worker.records;
  std::vector<std::size_t> bad;
  const auto drop = [&] {
    for (const auto row : bad) refused.push_back(records.record(row));
    records.drop(bad);
    bad.clear();
  };
  if (!is_utf8) {
    for (std::size_t row = 0; row < records.rows(); ++row)
      if (!gyre::is_utf8(records.record(row))) bad.push_back(row);
    drop();
  }
  for (std::size_t i = 0; i < worker.probes.size(); ++i) {
    auto& probe = *worker.probes[i];
    // Behind a misfit the probe goes on with the rows that follow it.
    for (auto rest = records; rest.rows() > 0;) {
      probe.start(rest.rows());
      const auto found = probe.append(rest, i);
      if (!found) break;
      if (found->what == CsvMisfit::What::value && !given_[i] && can_widen())
        return misfit(chunk, rest, {i, *found});
      bad.push_back(records.rows() - rest.rows() + found->row);
      rest.drop_front(found->row + 1);
    }
    drop();
  }
  return {};
}

std::unexpected<Error> CsvSource::misfit(const CsvChunk& chunk, const CsvRecords& records,
                                         const Misfit& found) {
  const auto [column, misfit] = found;
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

}  // namespace gyre
