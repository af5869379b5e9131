#include "convert/input.hpp"

#include "convert/foreign_input.hpp"
#include "text/csv_reader.hpp"

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

Result<FileKind> kind_of(const std::string& path, const InputOptions& options) {
  if (options.from) return *options.from;
  if (path != "-") {
    // What cannot be opened as a file of known length (a named pipe) goes by its name.
    auto file = io::open_file(path, io::Access::read);
    if (!file && file.error().code != Code::invalid_argument)
      return std::unexpected(std::move(file).error());
    if (file)
      if (const auto kind = kind_by_content(**file)) return *kind;
  }
  return kind_by_name(path).value_or(FileKind::csv);
}

Result<Input> open_vortex(const std::string& path, const InputOptions& options,
                          const EncodingTable& encodings, const LayoutTable& layouts) {
  auto source = GYRE_TRY(io::open_file(path, options.access));
  auto file = GYRE_TRY(VortexFile::open(std::move(source), encodings, layouts));
  auto executor = make_cpu_executor(options.plain);
  auto plan = GYRE_TRY(make_plan(std::move(file), options.request));
  auto scan = std::make_unique<ScanSource>(std::move(plan), std::move(executor));
  auto* borrowed = scan.get();
  return Input{FileKind::vortex, std::move(scan), borrowed};
}

Result<Input> open_text(const std::string& path, FileKind kind, const InputOptions& options) {
  auto csv = options.csv;
  csv.delimiter = options.delimiter.value_or(kind == FileKind::tsv ? '\t' : ',');
  auto input = GYRE_TRY(io::open_stream(path));
  if (options.progress) input = std::make_unique<WatchedInput>(std::move(input), *options.progress);
  auto source = GYRE_TRY(CsvSource::open(std::move(input), csv));
  if (options.request.select.empty() && !options.request.where)
    return Input{kind, std::move(source), nullptr};
  auto rows = GYRE_TRY(filtered(std::move(source), options.request));
  return Input{kind, std::move(rows), nullptr};
}

}  // namespace

Result<Input> open_input(const std::string& path, const InputOptions& options,
                         const EncodingTable& encodings, const LayoutTable& layouts) {
  const auto kind = GYRE_TRY(kind_of(path, options));
  switch (kind) {
    case FileKind::vortex:
      if (path == "-")
        return fail(Code::unsupported, "a Vortex file cannot be read from standard input");
      return open_vortex(path, options, encodings, layouts);
    case FileKind::csv:
    case FileKind::tsv: return open_text(path, kind, options);
    case FileKind::parquet:
    case FileKind::arrow: {
      auto source = GYRE_TRY(open_foreign(path, kind, options));
      return Input{kind, std::move(source), nullptr};
    }
    default: return fail(Code::unsupported, "{}: {} files cannot be read yet", path, name_of(kind));
  }
}

}  // namespace gyre
