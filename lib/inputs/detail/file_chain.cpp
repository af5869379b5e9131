#include "inputs/detail/file_chain.hpp"

#include <algorithm>
#include <optional>

#include "array/take_rows.hpp"
#include "dtype/text.hpp"
#include "text/csv_reader.hpp"
#include "text/ndjson_reader.hpp"

namespace gyre {

/// A part that is being read. Jobs share it: they may outlive the chain's interest.
struct FileChain::Open {
  Input input;
  std::size_t part;
};

FileChain::FileChain(Batch hive, const InputOptions& options, const EncodingTable& encodings,
                     const LayoutTable& layouts)
    : hive_(std::move(hive)), options_(options), encodings_(encodings), layouts_(layouts) {
  // Types of the folders' columns are the table's business, not the files'.
  std::erase_if(options_.csv.types, [&](const auto& type) {
    for (std::size_t i = 0; i < hive_.schema.field_count(); ++i)
      if (hive_.schema.field_name(i) == type.first) return true;
    return false;
  });
}

Result<std::unique_ptr<FileChain>> FileChain::make(std::vector<File> files, Batch hive,
                                                   const InputOptions& options,
                                                   const EncodingTable& encodings,
                                                   const LayoutTable& layouts) {
  std::unique_ptr<FileChain> chain(new FileChain(std::move(hive), options, encodings, layouts));
  for (auto& file : files) chain->parts_.push_back({std::move(file), {}, {}});
  GYRE_TRY(chain->look_into_all());
  GYRE_TRY(chain->start_refused());
  return chain;
}

Result<Input> FileChain::open(const File& file, const InputOptions& options) const {
  auto own = options;
  own.from = file.kind;
  return open_input(file.path, own, encodings_, layouts_);
}

InputOptions FileChain::options_to_look() const {
  auto options = options_;
  options.progress = nullptr;
  options.refused_file.clear();
  options.csv.refused = nullptr;
  return options;
}

Result<void> FileChain::start_refused() {
  chunks_ = 0;
  if (!options_.csv.refused) return {};
  return options_.csv.refused->start();
}

Result<void> FileChain::look_into_all() {
  TextValues all;
  auto options = options_to_look();
  TextValues none;
  none.is_all = false;
  options.csv.others = std::make_shared<TextValues>(std::move(none));
  for (auto& part : parts_) {
    const auto input = GYRE_TRY(open(part.file, options));
    part.file.kind = input.kind;
    part.schema = input.source->schema();
    auto metadata = input.source->metadata();
    if (&part == &parts_.front()) metadata_ = metadata;
    std::erase_if(metadata_, [&](const auto& pair) {
      return std::ranges::find(metadata, pair) == metadata.end();
    });
    if (input.text) GYRE_TRY(within(all.merge(input.text->values()), "{}", part.file.path));
  }
  return set_values(std::move(all));
}

Result<void> FileChain::set_values(TextValues all) {
  std::optional<DType> of_records;
  for (auto& part : parts_) {
    if (part.file.kind == FileKind::ndjson) {
      if (!of_records)
        of_records =
            GYRE_TRY(within(NdjsonSource::schema_beside(options_.csv, all), "{}", part.file.path));
      part.schema = *of_records;
    } else if (is_text(*part.file.kind)) {
      part.schema = CsvSource::schema_beside(part.schema, all);
    }
  }
  options_.csv.others = std::make_shared<TextValues>(std::move(all));
  return match_columns();
}

Result<void> FileChain::match_columns() {
  std::vector<DType::Field> fields;
  const auto& first = parts_.front().schema;
  for (std::size_t i = 0; i < first.field_count(); ++i)
    fields.push_back({std::string(first.field_name(i)), first.field(i)});
  for (auto& part : parts_) GYRE_TRY(match_columns(part, fields));
  for (std::size_t i = 0; i < hive_.schema.field_count(); ++i) {
    const auto name = hive_.schema.field_name(i);
    if (std::ranges::find(fields, name, &DType::Field::name) != fields.end())
      return fail(Code::invalid_argument,
                  "{}: column {} is in the file and in its folder's name; without --hive the "
                  "folder's is left out",
                  parts_.front().file.path, name);
    fields.push_back({std::string(name), hive_.schema.field(i)});
  }
  schema_ = DType::structure(std::move(fields));
  return {};
}

Result<void> FileChain::match_columns(Part& part, std::vector<DType::Field>& fields) const {
  const auto& own = part.schema;
  const auto& first = parts_.front();
  part.places.clear();
  std::vector<bool> taken(own.field_count());
  for (auto& field : fields) {
    std::size_t place = 0;
    while (place < own.field_count() && (taken[place] || own.field_name(place) != field.name))
      ++place;
    if (place == own.field_count())
      return fail(Code::invalid_argument, "{}: no column {}, which {} has", part.file.path,
                  field.name, first.file.path);
    const auto& dtype = own.field(place);
    if (dtype.with_nullable(true) != field.dtype.with_nullable(true))
      return fail(Code::invalid_argument, "{}: column {} is {}, but {} in {}", part.file.path,
                  field.name, to_text(dtype), to_text(field.dtype), first.file.path);
    if (dtype.nullable()) field.dtype = field.dtype.with_nullable(true);
    taken[place] = true;
    part.places.push_back(place);
  }
  if (const auto extra = std::ranges::find(taken, false); extra != taken.end())
    return fail(Code::invalid_argument, "{}: column {} is not in {}", part.file.path,
                own.field_name(static_cast<std::size_t>(extra - taken.begin())), first.file.path);
  return {};
}

void FileChain::keep_files(const std::function<bool(std::size_t hive_row)>& keep) {
  std::erase_if(parts_, [&](const Part& part) { return !keep(part.file.hive_row); });
}

void FileChain::prepare(unsigned workers) {
  workers_ = workers;
  if (current_) current_->input.source->prepare(workers);
}

Result<std::optional<BatchJob>> FileChain::next_job() {
  for (;;) {
    if (!current_) {
      if (next_ == parts_.size()) return std::optional<BatchJob>{};
      options_.csv.refused_from = chunks_;
      auto input = GYRE_TRY(open(parts_[next_].file, options_));
      current_ = std::make_shared<Open>(std::move(input), next_++);
      current_->input.source->prepare(workers_);
    }
    auto job = GYRE_TRY(current_->input.source->next_job());
    if (!job) {
      current_.reset();
      continue;
    }
    if (current_->input.text) ++chunks_;
    return std::optional<BatchJob>([this, open = current_, inner = *std::move(job)](
                                       unsigned worker, const BatchTaker& take) -> Result<void> {
      auto given = inner(worker, [&](Batch batch) -> Result<bool> {
        return take(GYRE_TRY(adapted(parts_[open->part], std::move(batch))));
      });
      if (!given) note_failure(open);
      return given;
    });
  }
}

void FileChain::note_failure(const std::shared_ptr<Open>& open) {
  if (!open->input.source->wants_restart()) return;
  const std::scoped_lock lock(mutex_);
  too_narrow_ = open;
}

Result<Batch> FileChain::adapted(const Part& part, Batch batch) const {
  Batch out{schema_, batch.rows, {}};
  for (std::size_t i = 0; i < part.places.size(); ++i) {
    out.columns.push_back(std::move(batch.columns[part.places[i]]));
    out.columns.back().dtype = schema_.field(i);
  }
  if (hive_.columns.empty()) return out;
  const std::vector<std::uint32_t> same_row(batch.rows,
                                            static_cast<std::uint32_t>(part.file.hive_row));
  for (const auto& constant : hive_.columns)
    out.columns.push_back(GYRE_TRY(take_rows(constant, same_row)));
  return out;
}

Result<TextValues> FileChain::wider_values(Open& narrow) {
  auto& part = parts_[narrow.part];
  if (!std::exchange(part.was_too_narrow, true)) {
    GYRE_TRY(narrow.input.source->restart());
    return narrow.input.text->values();
  }
  // Once more, and the whole file is looked at.
  auto options = options_to_look();
  options.csv.sample_rows.reset();
  const auto input = GYRE_TRY(open(part.file, options));
  return input.text->values();
}

bool FileChain::wants_restart() const {
  const std::scoped_lock lock(mutex_);
  return too_narrow_ != nullptr;
}

Result<void> FileChain::restart() {
  current_.reset();
  // No job runs any more.
  if (const auto narrow = std::exchange(too_narrow_, nullptr)) {
    auto all = *options_.csv.others;
    const auto wider = GYRE_TRY(wider_values(*narrow));
    GYRE_TRY(all.merge(wider));
    GYRE_TRY(set_values(std::move(all)));
  }
  next_ = 0;
  return start_refused();
}

}  // namespace gyre
