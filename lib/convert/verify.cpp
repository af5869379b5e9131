#include "convert/verify.hpp"

#include <filesystem>
#include <map>

#include "convert/detail/written_rows.hpp"
#include "convert/same_rows.hpp"
#include "dtype/text.hpp"
#include "inputs/input.hpp"
#include "text/csv_names.hpp"
#include "text/csv_reader.hpp"
#include "text/ndjson_reader.hpp"

namespace gyre {
namespace {

/// Of many texts at a time each may hold so much.
constexpr std::size_t bytes_per_batch = std::size_t{1} << 20;

std::optional<TextStyle> text_style(FileKind kind) {
  if (!is_text(kind)) return std::nullopt;
  return kind == FileKind::ndjson ? TextStyle::json : TextStyle::plain;
}

/// How a file of rows with this schema is read back: text with the types it was written with, or as it is written where
/// they have no form that could be read.
Result<InputOptions> reading_options(FileKind kind, const DType& schema) {
  InputOptions options;
  options.from = kind;
  options.access = io::Access::read;
  if (!is_text(kind)) return options;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < schema.field_count(); ++i) names.emplace_back(schema.field_name(i));
  const bool is_json = kind == FileKind::ndjson;
  if (!is_json) make_names_unique(names);
  const auto as_written = is_json ? GYRE_TRY(parse_dtype("json")) : DType::utf8();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto& dtype = schema.field(i);
    const bool readable = is_json ? NdjsonSource::can_read(dtype) : CsvSource::can_read(dtype);
    options.csv.types.emplace_back(std::move(names[i]), readable ? dtype : as_written);
  }
  options.csv.sample_rows = 1;
  options.csv.bytes_per_batch = bytes_per_batch;
  // Columns of no rows are columns too.
  TextValues unknown;
  unknown.is_all = false;
  options.csv.others = std::make_shared<TextValues>(std::move(unknown));
  return options;
}

struct WrittenFile {
  WrittenFile(Input opened, std::string place, std::optional<TextStyle> text)
      : path(std::move(place)), input(std::move(opened)), rows(*input.source, 1, text) {}
  std::string path;
  Input input;
  WrittenRows rows;
};

/// The files of a folder, compared with an input that is cut in the same way.
class Folder {
 public:
  Folder(const FolderSource& expected, const Target& target, const EncodingTable& encodings,
         const LayoutTable& layouts)
      : expected_(expected), target_(target), encodings_(encodings), layouts_(layouts) {}

  Result<void> check(const Batch& batch) {
    if (batch.rows == 0) return check_end(batch.part);
    auto& file = files_[batch.part];
    if (!file) {
      const auto path = std::filesystem::path(target_.path) / expected_.files->path_of(batch.part);
      const auto options = GYRE_TRY(reading_options(target_.kind, batch.schema));
      auto input = GYRE_TRY(open_input(path.string(), options, encodings_, layouts_));
      file =
          std::make_unique<WrittenFile>(std::move(input), path.string(), text_style(target_.kind));
    }
    return within(file->rows.check(batch), "{}", file->path);
  }

  Result<void> check_ends() {
    while (!files_.empty()) GYRE_TRY(check_end(files_.begin()->first));
    return {};
  }

 private:
  Result<void> check_end(std::uint32_t part) {
    const auto found = files_.find(part);
    if (found == files_.end()) return {};
    GYRE_TRY(within(found->second->rows.check_end(expected_.source->schema()), "{}",
                    found->second->path));
    files_.erase(found);
    return {};
  }

  const FolderSource& expected_;
  const Target& target_;
  const EncodingTable& encodings_;
  const LayoutTable& layouts_;
  std::map<std::uint32_t, std::unique_ptr<WrittenFile>> files_;  // that are not at their end
};

Result<void> verify_folder(BatchSource& input, const Target& target, const EncodingTable& encodings,
                           const LayoutTable& layouts, const PipelineOptions& options) {
  const auto expected = GYRE_TRY(split_for_target(input, target, options));
  Folder folder(expected, target, encodings, layouts);
  auto& source = *expected.source;
  source.prepare(options.threads);
  const auto check = [&](const Batch& batch) -> Result<bool> {
    GYRE_TRY(folder.check(batch));
    return true;
  };
  for (;;) {
    if (options.cancelled && *options.cancelled) return fail(Code::cancelled, "stopped");
    const auto job = GYRE_TRY(source.next_job());
    if (!job) return folder.check_ends();
    GYRE_TRY((*job)(0, check));
  }
}

Result<void> verify_file(BatchSource& input, const Target& target, const EncodingTable& encodings,
                         const LayoutTable& layouts, const PipelineOptions& options) {
  const auto reading = GYRE_TRY(reading_options(target.kind, input.schema()));
  const auto written = GYRE_TRY(open_input(target.path, reading, encodings, layouts));
  return within(check_same_rows(*written.source, input, options, text_style(target.kind)), "{}",
                target.path);
}

}  // namespace

Result<void> verify_written(BatchSource& input, const Target& target,
                            const EncodingTable& encodings, const LayoutTable& layouts,
                            const PipelineOptions& options) {
  GYRE_TRY(input.restart());
  return target.is_folder() ? verify_folder(input, target, encodings, layouts, options)
                            : verify_file(input, target, encodings, layouts, options);
}

}  // namespace gyre
