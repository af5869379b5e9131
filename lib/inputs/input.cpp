#include "inputs/input.hpp"

#include "base/peeked_input.hpp"
#include "inputs/foreign_input.hpp"
#include "io/decompressed_input.hpp"
#include "text/csv_reader.hpp"
#include "text/ndjson_reader.hpp"
#include "text/utf8_input.hpp"

namespace gyre {
namespace {

/// Tells how far an input has been read.
class WatchedInput final : public ByteInput {
 public:
  WatchedInput(std::unique_ptr<ByteInput> input, Progress& progress)
      : input_(std::move(input)), progress_(progress) {
    progress_.total_bytes = input_->size_bytes();
  }
  Result<std::size_t> read(std::span<std::byte> into) override {
    const auto size = GYRE_TRY(input_->read(into));
    progress_.done_bytes += size;
    return size;
  }
  bool seekable() const override { return input_->seekable(); }
  Result<void> rewind() override {
    progress_.done_bytes = 0;
    return input_->rewind();
  }
  std::string_view name() const override { return input_->name(); }

 private:
  std::unique_ptr<ByteInput> input_;
  Progress& progress_;
};

/// Refused records in a file that appears when it is whole.
class RefusedFile final : public ByteOutput {
 public:
  explicit RefusedFile(std::unique_ptr<io::Sink> sink) : sink_(std::move(sink)) {}
  Result<void> write(std::span<const std::byte> bytes) override {
    return sink_->write(Buffer::copy(bytes));
  }
  Result<void> finish() override {
    GYRE_TRY(sink_->commit());
    return {};
  }

 private:
  std::unique_ptr<io::Sink> sink_;
};

}  // namespace

bool is_text(FileKind kind) {
  return kind == FileKind::csv || kind == FileKind::tsv || kind == FileKind::ndjson;
}

Result<std::optional<FileKind>> kind_of_input(const std::string& path,
                                              const InputOptions& options) {
  if (options.from) return options.from;
  if (path != "-") {
    // What cannot be opened as a file of known length (a named pipe) goes by its name.
    auto file = io::open_file(path, io::Access::read);
    if (!file && file.error().code != Code::invalid_argument)
      return std::unexpected(std::move(file).error());
    if (file)
      if (const auto kind = kind_by_content(**file)) return kind;
  }
  return kind_by_name(io::without_compression(path));
}

namespace {

Result<Input> open_vortex(const std::string& path, const InputOptions& options,
                          const EncodingTable& encodings, const LayoutTable& layouts) {
  auto source = GYRE_TRY(io::open_file(path, options.access));
  auto file = GYRE_TRY(VortexFile::open(std::move(source), encodings, layouts));
  auto executor = make_cpu_executor(options.plain);
  auto plan = GYRE_TRY(make_plan(std::move(file), options.request));
  auto scan = std::make_unique<ScanSource>(std::move(plan), std::move(executor));
  auto* borrowed = scan.get();
  return Input{FileKind::vortex, std::move(scan), borrowed, 0, {}};
}

/// Lines that begin like an object are NDJSON.
FileKind kind_of_text(std::string_view front) {
  const auto first = front.find_first_not_of("\xef\xbb\xbf \t\r\n");
  const bool object = first != std::string_view::npos && front[first] == '{';
  return object ? FileKind::ndjson : FileKind::csv;
}

Result<void> check_ndjson(const std::string& path, const InputOptions& options) {
  const CsvOptions plain;
  const auto& csv = options.csv;
  if (options.delimiter || csv.guess_delimiter || csv.quote != plain.quote || !csv.header ||
      !csv.null_words.empty() || csv.ragged != plain.ragged ||
      csv.decimal_mark != plain.decimal_mark)
    return fail(Code::invalid_argument,
                "{}: NDJSON has no delimiter, quote, header, null words, ragged rows or decimal "
                "mark to be told of",
                path);
  return {};
}

std::unique_ptr<RefusedRecords> make_refused(const InputOptions& options) {
  if (!options.csv.skip_bad && options.csv.ragged != Ragged::skip) return nullptr;
  if (options.refused_file.empty()) return std::make_unique<RefusedRecords>();
  return std::make_unique<RefusedRecords>(
      [path = options.refused_file,
       overwrite = options.overwrite]() -> Result<std::unique_ptr<ByteOutput>> {
        return std::make_unique<RefusedFile>(GYRE_TRY(io::create_file(path, overwrite)));
      });
}

Result<Input> open_text(const std::string& path, std::optional<FileKind> known,
                        const InputOptions& options) {
  auto input = GYRE_TRY(io::open_stream(path));
  if (options.progress) input = std::make_unique<WatchedInput>(std::move(input), *options.progress);
  input = GYRE_TRY(io::decompressed(std::move(input)));
  input = GYRE_TRY(within(utf8_input(std::move(input), options.encoding), "{}", path));
  auto kind = known;
  if (!kind) {
    constexpr std::size_t front_bytes = 4096;
    auto peeked = GYRE_TRY(PeekedInput::open(std::move(input), front_bytes));
    kind = kind_of_text(peeked->front());
    input = std::move(peeked);
  }

  Input opened{*kind, nullptr, nullptr, 0, make_refused(options)};
  auto csv = options.csv;
  csv.refused = opened.refused.get();
  if (kind == FileKind::ndjson) {
    GYRE_TRY(check_ndjson(path, options));
    opened.source = GYRE_TRY(NdjsonSource::open(std::move(input), csv));
  } else {
    csv.delimiter = options.delimiter.value_or(kind == FileKind::tsv ? '\t' : ',');
    opened.source = GYRE_TRY(CsvSource::open(std::move(input), csv));
  }
  if (!options.request.select.empty() || options.request.where)
    opened.source = GYRE_TRY(filtered(std::move(opened.source), options.request));
  return opened;
}

}  // namespace

Result<Input> open_input(const std::string& path, const InputOptions& options,
                         const EncodingTable& encodings, const LayoutTable& layouts) {
  const auto kind = GYRE_TRY(kind_of_input(path, options));
  if (!kind) return open_text(path, kind, options);
  switch (*kind) {
    case FileKind::vortex:
      if (path == "-")
        return fail(Code::unsupported, "a Vortex file cannot be read from standard input");
      return open_vortex(path, options, encodings, layouts);
    case FileKind::csv:
    case FileKind::tsv:
    case FileKind::ndjson: return open_text(path, kind, options);
    case FileKind::parquet:
    case FileKind::arrow:
      return Input{*kind, GYRE_TRY(open_foreign(path, *kind, options)), nullptr, 0, {}};
    default:
      return fail(Code::unsupported, "{}: {} files cannot be read yet", path, name_of(*kind));
  }
}

}  // namespace gyre
