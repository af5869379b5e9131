#include "convert/file_output.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>

#include "convert/folder_output.hpp"
#include "convert/output.hpp"
#include "convert/rechunked.hpp"
#include "rows/row_schema.hpp"
#include "rows/rows_writer.hpp"

namespace gyre {
namespace {

/// Counts the bytes that pass. Several may share a count.
class CountingSink final : public io::Sink {
 public:
  CountingSink(std::unique_ptr<io::Sink> sink, std::atomic<std::uint64_t>& bytes)
      : sink_(std::move(sink)), bytes_(bytes) {}
  Result<void> write(Buffer bytes) override {
    bytes_ += bytes.size();
    return sink_->write(std::move(bytes));
  }
  Result<io::Identity> commit() override { return sink_->commit(); }
  void abort() noexcept override { sink_->abort(); }

 private:
  std::unique_ptr<io::Sink> sink_;
  std::atomic<std::uint64_t>& bytes_;
};

/// Takes what nobody reads.
class Nowhere final : public io::Sink {
 public:
  Result<void> write(Buffer) override { return {}; }
  Result<io::Identity> commit() override { return io::Identity{}; }
  void abort() noexcept override {}
};

Result<std::unique_ptr<io::Sink>> open_sink(const std::string& path, bool overwrite) {
  if (path == "-") return io::write_descriptor(1, "standard output");
  return io::create_file(path, overwrite);
}

std::vector<WriteSummary::OfColumn> plain_columns(const DType& schema) {
  std::vector<WriteSummary::OfColumn> columns;
  for (std::size_t i = 0; i < schema.field_count(); ++i)
    columns.push_back({std::string(schema.field_name(i)), schema.field(i), {}, 0});
  return columns;
}

/// Adds the columns of one more file.
void add_columns(const std::vector<WriteSummary::OfColumn>& columns,
                 std::vector<WriteSummary::OfColumn>& sum) {
  if (sum.empty()) {
    sum = columns;
    return;
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    sum[i].bytes += columns[i].bytes;
    for (const auto encoding : columns[i].encodings)
      if (std::ranges::find(sum[i].encodings, encoding) == sum[i].encodings.end())
        sum[i].encodings.push_back(encoding);
  }
}

RowContainer container_of(const Target& target) {
  return target.container.value_or(target.is_folder() ? RowContainer::plain
                                                      : container_by_name(target.path));
}

bool has_row_blocks(const Target& target) {
  return target.kind == FileKind::rows && container_of(target) == RowContainer::blocks;
}

ParquetOptions parquet_options(const Target& target, const PipelineOptions& options) {
  return {options.threads, options.shares.row_group_bytes, options.shares.most_open_bytes,
          !target.partition_by.empty()};
}

/// Columns that are stored, structs and lists counted as one too.
std::uint64_t stored_columns(const DType& dtype) {
  const auto& physical = dtype.physical();
  std::uint64_t columns = 1;
  if (physical.is(Kind::structure))
    for (std::size_t i = 0; i < physical.field_count(); ++i)
      columns += stored_columns(physical.field(i));
  if (physical.is(Kind::list) || physical.is(Kind::map) || physical.is(Kind::fixed_size_list))
    columns += stored_columns(element_of(physical));
  return columns;
}

/// Measured with 16 and 100 columns of numbers and texts.
OpenFileMemory file_memory(FileKind kind, const DType& schema) {
  const auto columns = stored_columns(schema);
  switch (kind) {
    case FileKind::vortex:
      return {.file = 2048 + columns * 800, .chunk = columns * 32, .zone = columns * 128};
    case FileKind::parquet: return {.file = 8192 + columns * 1536, .chunk = columns * 1700};
    case FileKind::arrow: return {.file = 4096 + columns * 512, .chunk = 64};
    default: return {.file = 2048};
  }
}

/// A conversion that runs: opens its files and adds up what they tell.
class Conversion {
 public:
  Conversion(const Target& target, const EncodingTable& encodings, const PipelineOptions& options,
             FileMetadata metadata)
      : target_(target),
        encodings_(encodings),
        parquet_(parquet_options(target, options)),
        metadata_(std::move(metadata)) {}

  /// Nothing is written yet, or what was has been dropped.
  void start_again() {
    bytes_ = 0;
    summary_ = {};
  }

  Result<std::unique_ptr<BatchOutput>> open_file(const std::string& path, const DType& schema) {
    if (target_.kind == FileKind::vortex) GYRE_TRY(VortexOutput::check(schema, target_.vortex));
    auto sink =
        std::make_unique<CountingSink>(GYRE_TRY(open_sink(path, target_.overwrite)), bytes_);
    if (target_.kind == FileKind::vortex)
      return std::make_unique<VortexOutput>(std::move(sink), schema, encodings_, target_.vortex);
    if (target_.kind == FileKind::rows && path != "-")
      return write_row_file(std::move(sink), path, schema, container_of(target_),
                            target_.overwrite);
    const auto form = path == "-" ? ArrowForm::stream : ArrowForm::file;
    return make_output(target_.kind, std::move(sink), schema, form, parquet_, metadata_);
  }

  Result<OpenFile> open_part(const std::string& path, const DType& schema) {
    OpenFile file;
    file.output = GYRE_TRY(open_file(path, schema));
    file.paths = {path};
    if (target_.kind == FileKind::rows) file.paths = row_file_paths(path, container_of(target_));
    return file;
  }

  void finished(BatchOutput& file) {
    ++summary_.files;
    if (target_.kind == FileKind::vortex)
      add_columns(static_cast<VortexOutput&>(file).summary().columns, summary_.columns);
  }

  ConvertSummary summary(const DType& schema, std::uint64_t rows) {
    if (target_.kind != FileKind::vortex) summary_.columns = plain_columns(schema);
    summary_.bytes_out = bytes_;
    summary_.rows = rows;
    return std::move(summary_);
  }

 private:
  const Target& target_;
  const EncodingTable& encodings_;
  ParquetOptions parquet_;
  FileMetadata metadata_;
  std::atomic<std::uint64_t> bytes_ = 0;
  ConvertSummary summary_;
};

ChunkBounds chunk_bounds(const Target& target, const MemoryShares& shares) {
  constexpr std::uint64_t blocks_per_chunk = 16;
  const bool has_blocks = has_row_blocks(target);
  const bool is_partitioned = !target.partition_by.empty();
  const bool is_group = is_partitioned && target.kind == FileKind::parquet;
  return {.rows = has_blocks ? blocks_per_chunk * rows_per_block
                  : is_group ? parquet_group_rows
                             : target.vortex.chunk_rows,
          .bytes = is_partitioned ? shares.chunk_bytes / 2 : shares.chunk_bytes,
          .zone_rows = has_blocks ? rows_per_block : target.vortex.write.zone_rows,
          .rows_per_file = target.max_rows_per_file.value_or(UINT64_MAX)};
}

Result<ConvertSummary> convert_to_folder(BatchSource& source, const Target& target,
                                         const EncodingTable& encodings,
                                         const PipelineOptions& options) {
  std::error_code error;
  if (std::filesystem::exists(target.path, error) && !target.overwrite &&
      !std::filesystem::is_empty(target.path, error))
    return fail(Code::invalid_argument, "{}: exists and is not empty; --force writes into it",
                target.path);
  const auto split = GYRE_TRY(split_for_target(source, target, options));
  Conversion conversion(target, encodings, options, source.metadata());
  const auto make = [&](const DType& schema) -> Result<std::unique_ptr<BatchOutput>> {
    conversion.start_again();
    options.progress->rows = 0;
    return folder_output(
        target.path, split.files,
        [&, schema](const std::string& path) { return conversion.open_part(path, schema); },
        [&](BatchOutput& file) { conversion.finished(file); });
  };
  auto all = options;
  all.limit.reset();
  GYRE_TRY(convert(*split.source, make, all));
  return conversion.summary(split.source->schema(), options.progress->rows);
}

Result<ConvertSummary> convert_to_file(BatchSource& source, const Target& target,
                                       const EncodingTable& encodings,
                                       const PipelineOptions& options) {
  std::unique_ptr<BatchSource> chunks;
  if (target.kind == FileKind::vortex || has_row_blocks(target))
    chunks = rechunked(source, chunk_bounds(target, options.shares), options.shares.job_bytes);
  Conversion conversion(target, encodings, options, source.metadata());
  const auto make = [&](const DType& schema) {
    conversion.start_again();
    options.progress->rows = 0;
    return conversion.open_file(target.path, schema);
  };
  GYRE_TRY(convert(chunks ? *chunks : source, make, options,
                   [&](BatchOutput& output) { conversion.finished(output); }));
  return conversion.summary(source.schema(), options.progress->rows);
}

}  // namespace

Result<void> check_target(const Target& target, const DType& schema,
                          const PipelineOptions& options) {
  if (target.kind == FileKind::vortex) return VortexOutput::check(schema, target.vortex);
  if (target.kind == FileKind::rows) {
    GYRE_TRY(row_schema_of(schema));
    return {};
  }
  GYRE_TRY(make_output(target.kind, std::make_unique<Nowhere>(), schema, ArrowForm::file,
                       parquet_options(target, options), {}));
  return {};
}

Result<FolderSource> split_for_target(BatchSource& source, const Target& target,
                                      const PipelineOptions& options) {
  return split_for_folder(source, {.partition_by = target.partition_by,
                                   .limit = options.limit,
                                   .chunks = chunk_bounds(target, options.shares),
                                   .waiting_bytes = options.shares.waiting_bytes,
                                   .spill_folder = target.path,
                                   .job_bytes = options.shares.job_bytes,
                                   .ending = fmt::format(".{}", name_of(target.kind)),
                                   .file_memory = file_memory(target.kind, source.schema())});
}

Result<ConvertSummary> convert_to(BatchSource& source, const Target& target,
                                  const EncodingTable& encodings, const PipelineOptions& options) {
  Progress own;
  auto watched = options;
  if (!watched.progress) watched.progress = &own;
  return target.is_folder() ? convert_to_folder(source, target, encodings, watched)
                            : convert_to_file(source, target, encodings, watched);
}

}  // namespace gyre
