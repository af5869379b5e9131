#include "text/ndjson_reader.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "dtype/text.hpp"
#include "text/detail/display_text.hpp"

namespace gyre {
namespace {

/// Rows that a probe keeps before it forgets them.
constexpr std::uint64_t probed_rows = 1024;

/// Lines are records: a JSON text has no line end in it.
CsvOptions splitting_of(const TextOptions& options) {
  CsvOptions splitting;
  static_cast<TextOptions&>(splitting) = options;
  splitting.quote = std::nullopt;
  return splitting;
}

/// The next line, without its end, taken off the front.
std::string_view take_line(std::string_view& text) {
  const auto line = text.substr(0, text.find_first_of("\r\n"));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

/// The type that is given for a column; null where none is.
const DType* given(const TextOptions& options, std::string_view name) {
  const DType* last = nullptr;
  for (const auto& [column, dtype] : options.types)
    if (column == name) last = &dtype;
  return last;
}

/// The type of a record, given what is known of the values of all.
/// vacant      as JsonGuess::best has it
/// knows_all   there are no columns besides
Result<JsonType> record_type(const TextOptions& options, const JsonGuess& record, bool vacant,
                             bool knows_all) {
  JsonType type{DType(), Spelling::exact, false, {}};
  std::vector<DType::Field> fields;
  const auto add = [&](std::string_view name, JsonType column) {
    fields.push_back({std::string(name), column.dtype});
    type.children.push_back(std::move(column));
  };
  for (std::size_t i = 0; i < record.field_count(); ++i) {
    const auto& name = record.field_name(i);
    if (const auto* dtype = given(options, name)) {
      add(name, given_json_type(*dtype));
    } else if (options.all_text) {
      add(name, given_json_type(DType::utf8(true)));
    } else {
      add(name, record.field(i).best(vacant));
    }
  }
  for (const auto& [name, dtype] : options.types) {
    if (std::ranges::find(fields, name, &DType::Field::name) != fields.end()) continue;
    if (knows_all)
      return fail(Code::invalid_argument, "no column {}, for which a type is given",
                  shown_text(name));
    add(name, given_json_type(*given(options, name)));
  }
  type.dtype = DType::structure(std::move(fields), true);
  return type;
}

std::unexpected<Error> no_keys() {
  return fail(Code::corrupt, "expected a JSON object with keys in the first line");
}

/// One object that is all of a line.
bool take_record(JsonReader& reader, JsonColumn& rows) {
  if (reader.peek() != JsonReader::Kind::object)
    return reader.fail(JsonFault::What::syntax, "expected a JSON object");
  if (!rows.append(reader)) return false;
  return reader.done() || reader.fail(JsonFault::What::syntax, "text behind the JSON object");
}

}  // namespace

NdjsonSource::NdjsonSource(std::unique_ptr<ByteInput> input, TextOptions options)
    : GuessedSource(std::move(input), splitting_of(options)), options_(std::move(options)) {}

Result<std::unique_ptr<NdjsonSource>> NdjsonSource::open(std::unique_ptr<ByteInput> input,
                                                         TextOptions options) {
  options.decimal_mark = '.';
  GYRE_TRY(check(options));
  std::unique_ptr<NdjsonSource> source(new NdjsonSource(std::move(input), std::move(options)));
  GYRE_TRY(source->begin());
  GYRE_TRY(source->sample());
  GYRE_TRY(source->choose_types());
  GYRE_TRY(source->start_refused());
  return source;
}

bool NdjsonSource::can_read(const DType& dtype) {
  return make_json_column(given_json_type(dtype), TextOptions()).has_value();
}

TextValues NdjsonSource::values() const {
  TextValues values;
  values.records = guesses_.record;
  values.is_all = seen_all_;
  return values;
}

NdjsonGuess NdjsonSource::no_guesses() const {
  NdjsonGuess guesses{JsonGuess(&options_.times), 0};
  if (!options_.others) return guesses;
  guesses.record.merge(options_.others->records);
  guesses.keys = guesses.record.key_count();
  return guesses;
}

void NdjsonSource::guess(const CsvChunk& chunk, std::uint64_t rows, NdjsonGuess& guesses) const {
  auto text = chunk.text();
  while (!text.empty() && rows > 0) {
    const auto line = take_line(text);
    if (is_blank(line)) continue;
    --rows;
    JsonReader reader(line);
    if (reader.peek() == JsonReader::Kind::object && guesses.record.add(reader, guesses.keys) &&
        reader.done())
      continue;
    if (!options_.skip_bad) return;
  }
}

Result<DType> NdjsonSource::schema_beside(const TextOptions& options, const TextValues& all) {
  const auto type = GYRE_TRY(record_type(options, all.records, false, all.is_all));
  if (type.children.empty()) return no_keys();
  return type.dtype.with_nullable(false);
}

Result<void> NdjsonSource::choose_types() {
  const bool knows_all = seen_all_ && (!options_.others || options_.others->is_all);
  type_ = GYRE_TRY(
      within(record_type(options_, guesses_.record, can_widen(), knows_all), "{}", input_->name()));
  // A text without a key of its own may stand beside others.
  if (type_.children.empty() && !options_.others)
    return within(Result<void>(no_keys()), "{}", input_->name());
  schema_ = type_.dtype.with_nullable(false);
  GYRE_TRY(within(make_json_column(type_, options_), "{}", input_->name()));
  return {};
}

void NdjsonSource::prepare(unsigned workers) {
  workers_.clear();
  workers_.resize(workers);
}

void NdjsonSource::forget_workers() {
  for (auto& worker : workers_) worker = {};
}

Result<std::vector<Batch>> NdjsonSource::parse(const CsvChunk& chunk, unsigned number) {
  auto& worker = workers_.at(number);
  if (!worker.rows) {
    worker.rows = GYRE_TRY(make_json_column(type_, options_));
    worker.probe = GYRE_TRY(make_json_column(type_, options_));
  }
  const bool is_utf8 = is_utf8_text(chunk);
  if (!is_utf8 && !options_.skip_bad) return not_utf8(chunk);
  std::vector<std::string_view> refused;
  std::uint64_t probed = 0;
  const auto is_refused = [&](std::string_view line) -> Result<bool> {
    if (!is_utf8 && !gyre::is_utf8(line)) return true;
    if (probed++ % probed_rows == 0) worker.probe->start();
    JsonReader reader(line);
    if (take_record(reader, *worker.probe)) return false;
    probed = 0;
    const auto& fault = reader.fault();
    const bool too_narrow =
        fault.what == JsonFault::What::new_key || fault.what == JsonFault::What::misfit;
    if (too_narrow && !given(options_, fault.column) && can_widen()) return faulty(chunk, fault);
    return true;
  };

  worker.rows->start();
  std::vector<Batch> batches;
  Batch batch{schema_, 0, {}};
  for (auto text = chunk.text(); !text.empty();) {
    const auto line = take_line(text);
    if (is_blank(line)) continue;
    if (options_.skip_bad && GYRE_TRY(is_refused(line))) {
      refused.push_back(line);
      continue;
    }
    JsonReader reader(line);
    if (!take_record(reader, *worker.rows)) return faulty(chunk, reader.fault());
    ++batch.rows;
  }
  GYRE_TRY(refuse(chunk, std::move(refused)));
  if (batch.rows == 0) return batches;
  batch.columns = worker.rows->finish().children;
  batches.push_back(std::move(batch));
  return batches;
}

std::unexpected<Error> NdjsonSource::faulty(const CsvChunk& chunk, const JsonFault& fault) {
  auto where = place(chunk, static_cast<std::size_t>(fault.at - chunk.text().data()));
  const auto& column = fault.column;
  if (!column.empty()) where += ": column " + fault.path;
  if (fault.what == JsonFault::What::syntax)
    return fail(Code::corrupt, "{}: {}", where, fault.detail);
  const auto key = shown_text(fault.detail);
  if (fault.what == JsonFault::What::duplicate)
    return fail(Code::corrupt, "{}: key {} comes twice", where, key);
  const bool is_key = fault.what == JsonFault::What::new_key;
  const auto dtype = is_key ? std::string() : to_text(fault.dtype.with_nullable(false));
  if (given(options_, column)) {
    if (is_key) return fail(Code::invalid_argument, "{}: key {} is not in its type", where, key);
    return fail(Code::invalid_argument, "{}: {} does not fit {}", where, shown_text(fault.value),
                dtype);
  }
  widen(chunk);
  const auto& cured = column.empty() ? fault.detail : column;
  if (is_key)
    return fail(Code::invalid_argument,
                "{}: key {} is not in the records before it; --type {}=utf8 reads it", where, key,
                cured);
  return fail(Code::invalid_argument,
              "{}: {} does not fit {}, which the records before it suggest; --type {}=utf8 reads "
              "both",
              where, shown_text(fault.value), dtype, cured);
}

}  // namespace gyre
