#include <arrow/api.h>
#include <arrow/ipc/reader.h>

#include <algorithm>
#include <atomic>

#include "formats/detail/arrow_io.hpp"
#include "formats/detail/import.hpp"
#include "formats/detail/table.hpp"

namespace gyre::formats {
namespace {

using Reader = ::arrow::ipc::RecordBatchFileReader;

/// Some columns of a schema of Arrow C++.
class Columns {
 public:
  explicit Columns(const ::arrow::Schema& schema) {
    std::vector<std::string> names = schema.field_names();
    number_repeated(names);
    for (int i = 0; i < schema.num_fields(); ++i) {
      dtypes_.push_back(import_field(*schema.field(i)));
      names_.push_back(names[static_cast<std::size_t>(i)]);
      kept_.push_back(i);
    }
    make_schema();
  }

  const DType& schema() const { return schema_; }
  const std::vector<int>& kept() const { return kept_; }

  Result<void> project(std::span<const std::size_t> columns) {
    std::vector<int> kept;
    for (const auto column : columns) {
      kept.push_back(kept_[column]);
      if (const auto& dtype = dtypes_[static_cast<std::size_t>(kept.back())]; !dtype)
        return std::unexpected(dtype.error());
    }
    kept_ = std::move(kept);
    make_schema();
    return {};
  }

  ::arrow::ipc::IpcReadOptions read_options() const {
    auto options = ::arrow::ipc::IpcReadOptions::Defaults();
    options.use_threads = false;
    options.included_fields = kept_;
    return options;
  }

  /// A batch that was read with read_options().
  Result<std::vector<Batch>> import(const ::arrow::RecordBatch& rows) const {
    if (const auto status = rows.Validate(); !status.ok()) return failed(status);
    std::vector<std::vector<Column>> columns;
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      auto column = import_array(*rows.column(place(i)), schema_.field(i));
      columns.emplace_back();
      columns.back().push_back(
          GYRE_TRY(within(std::move(column), "column {}", schema_.field_name(i))));
    }
    return cut_batches(schema_, std::move(columns), static_cast<std::uint64_t>(rows.num_rows()));
  }

 private:
  /// Arrow C++ gives the included fields in the order of the file.
  int place(std::size_t column) const {
    return static_cast<int>(
        std::ranges::count_if(kept_, [&](int other) { return other < kept_[column]; }));
  }

  void make_schema() {
    std::vector<DType::Field> fields;
    for (const auto column : kept_) {
      const auto index = static_cast<std::size_t>(column);
      fields.push_back({names_[index], dtypes_[index].value_or(DType::null())});
    }
    schema_ = DType::structure(std::move(fields));
  }

  std::vector<std::string> names_;
  std::vector<Result<DType>> dtypes_;
  std::vector<int> kept_;
  DType schema_;
};

/// One job a record batch. Each worker has a reader of its own, as they are not made for threads.
class FileSource final : public BatchSource {
 public:
  explicit FileSource(std::shared_ptr<io::Source> source)
      : input_(std::make_shared<SourceFile>(std::move(source), errors_)) {}

  Result<void> open() {
    const auto reader = GYRE_TRY(open_reader(::arrow::ipc::IpcReadOptions::Defaults()));
    batches_ = reader->num_record_batches();
    columns_.emplace(*reader->schema());
    metadata_ = import_metadata(reader->schema()->metadata().get());
    return {};
  }

  const DType& schema() const override { return columns_->schema(); }
  FileMetadata metadata() const override { return metadata_; }
  void prepare(unsigned workers) override {
    readers_.resize(std::max<std::size_t>(readers_.size(), workers));
  }

  Result<bool> project(std::span<const std::size_t> columns) override {
    GYRE_TRY(columns_->project(columns));
    return true;
  }

  Result<std::optional<BatchJob>> next_job() override {
    if (next_ == batches_) return std::optional<BatchJob>{};
    return std::optional<BatchJob>(
        [this, number = next_++](unsigned worker, const BatchTaker& take) -> Result<void> {
          return give(GYRE_TRY(read(number, readers_[worker])), take);
        });
  }

  Result<void> restart() override {
    next_ = 0;
    return {};
  }

 private:
  Result<std::shared_ptr<Reader>> open_reader(const ::arrow::ipc::IpcReadOptions& options) const {
    return guarded(errors_, [&] { return Reader::Open(input_, options); });
  }

  Result<std::vector<Batch>> read(int number, std::shared_ptr<Reader>& reader) const {
    if (!reader) reader = GYRE_TRY(open_reader(columns_->read_options()));
    const auto rows = GYRE_TRY(guarded(errors_, [&] { return reader->ReadRecordBatch(number); }));
    return within(columns_->import(*rows), "record batch {}", number);
  }

  FirstError errors_;
  std::shared_ptr<SourceFile> input_;
  std::optional<Columns> columns_;
  FileMetadata metadata_;
  int batches_ = 0, next_ = 0;
  std::vector<std::shared_ptr<Reader>> readers_;
};

/// Messages are read one after the other, and turned into columns by any worker.
class StreamSource final : public BatchSource {
 public:
  explicit StreamSource(std::unique_ptr<ByteInput> input)
      : input_(std::make_shared<ByteStream>(std::move(input), errors_)) {}

  Result<void> open() {
    reader_ = GYRE_TRY(guarded(errors_, [&] {
      auto options = ::arrow::ipc::IpcReadOptions::Defaults();
      options.use_threads = false;
      return ::arrow::ipc::RecordBatchStreamReader::Open(input_, options);
    }));
    columns_.emplace(*reader_->schema());
    metadata_ = import_metadata(reader_->schema()->metadata().get());
    return {};
  }

  const DType& schema() const override { return columns_->schema(); }
  FileMetadata metadata() const override { return metadata_; }
  void prepare(unsigned) override {}

  Result<bool> project(std::span<const std::size_t> columns) override {
    GYRE_TRY(columns_->project(columns));
    return true;
  }

  Result<std::optional<BatchJob>> next_job() override {
    std::shared_ptr<::arrow::RecordBatch> rows;
    GYRE_TRY(guarded_status(errors_, [&] { return reader_->ReadNext(&rows); }));
    if (!rows) return std::optional<BatchJob>{};
    return std::optional<BatchJob>([this, rows](unsigned, const BatchTaker& take) -> Result<void> {
      const auto kept = GYRE_TRY(guarded(errors_, [&] { return rows->SelectColumns(sorted()); }));
      return give(GYRE_TRY(columns_->import(*kept)), take);
    });
  }

 private:
  std::vector<int> sorted() const {
    auto columns = columns_->kept();
    std::ranges::sort(columns);
    return columns;
  }

  FirstError errors_;
  std::shared_ptr<ByteStream> input_;
  std::shared_ptr<::arrow::ipc::RecordBatchStreamReader> reader_;
  std::optional<Columns> columns_;
  FileMetadata metadata_;
};

/// A file from front to back: a stream of messages behind a magic word.
class WithoutMagic final : public ByteInput {
 public:
  static constexpr std::string_view magic{"ARROW1\0\0", 8};

  explicit WithoutMagic(std::unique_ptr<ByteInput> input) : input_(std::move(input)) {}

  Result<void> look() {
    front_.resize(magic.size());
    std::size_t have = 0;
    while (have < front_.size()) {
      const auto read =
          GYRE_TRY(input_->read(std::as_writable_bytes(std::span(front_)).subspan(have)));
      if (read == 0) break;
      have += read;
    }
    front_.resize(have);
    if (front_ == magic) front_.clear();
    return {};
  }
  Result<std::size_t> read(std::span<std::byte> into) override {
    if (front_.empty()) return input_->read(into);
    const auto size = std::min(into.size(), front_.size());
    std::memcpy(into.data(), front_.data(), size);
    front_.erase(0, size);
    return size;
  }
  bool seekable() const override { return false; }
  Result<void> rewind() override { return fail(Code::unsupported, "a stream has no way back"); }
  std::string_view name() const override { return input_->name(); }

 private:
  std::unique_ptr<ByteInput> input_;
  std::string front_;
};

}  // namespace

Result<std::unique_ptr<BatchSource>> arrow_file_input(std::shared_ptr<io::Source> file) {
  auto source = std::make_unique<FileSource>(std::move(file));
  GYRE_TRY(source->open());
  return source;
}

Result<std::unique_ptr<BatchSource>> arrow_stream_input(std::unique_ptr<ByteInput> stream) {
  auto bytes = std::make_unique<WithoutMagic>(std::move(stream));
  GYRE_TRY(bytes->look());
  auto source = std::make_unique<StreamSource>(std::move(bytes));
  GYRE_TRY(source->open());
  return source;
}

}  // namespace gyre::formats
