#include "convert/output.hpp"

#include "array/zone_statistics.hpp"
#include "compress/compressor.hpp"
#include "rows/rows_writer.hpp"
#include "text/csv_writer.hpp"
#include "text/ndjson_writer.hpp"

namespace gyre {
namespace {

class TextOutput final : public BatchOutput {
 public:
  TextOutput(std::unique_ptr<io::Sink> sink, std::unique_ptr<BatchFormatter> formatter)
      : sink_(std::move(sink)), formatter_(std::move(formatter)) {}

  Result<Piece> prepare(Batch batch, unsigned) override {
    auto text = std::make_shared<std::string>();
    GYRE_TRY(formatter_->format(batch, *text));
    return Piece([this, text]() -> Result<void> {
      GYRE_TRY(start());
      return write(*text);
    });
  }

  Result<void> finish() override {
    GYRE_TRY(start());
    GYRE_TRY(write(formatter_->tail()));
    GYRE_TRY(sink_->commit());
    return {};
  }

 private:
  Result<void> start() {
    if (started_) return {};
    started_ = true;
    return write(formatter_->head());
  }
  Result<void> write(std::string_view text) {
    return SinkOutput(*sink_).write(std::as_bytes(std::span(text)));
  }

  std::unique_ptr<io::Sink> sink_;
  std::unique_ptr<BatchFormatter> formatter_;
  bool started_ = false;
};

/// A table on a sink of its own.
class TableOutput final : public BatchOutput {
 public:
  TableOutput(std::unique_ptr<io::Sink> sink, const DType& schema, const TableOptions& options)
      : sink_(std::move(sink)), bytes_(*sink_), printer_(bytes_, schema, options) {}
  Result<Piece> prepare(Batch batch, unsigned worker) override {
    return printer_.prepare(std::move(batch), worker);
  }
  Result<void> finish() override {
    GYRE_TRY(printer_.finish());
    GYRE_TRY(sink_->commit());
    return {};
  }

 private:
  std::unique_ptr<io::Sink> sink_;
  SinkOutput bytes_;
  TablePrinter printer_;
};

/// Compression as the file's writer wants it.
class CompressedChunks final : public ChunkEncoder {
 public:
  CompressedChunks(const EncodingTable& encodings, const Edition& edition)
      : encodings_(permitted(encodings, edition)), compressor_(encodings_, edition.forms()) {}
  Result<EncodedArray> encode(const Column& plain) override { return compressor_.compress(plain); }

 private:
  EncodingTable encodings_;
  Compressor compressor_;
};

DType root_of(const DType& schema, const VortexOptions& options) {
  return options.is_bare ? schema.field(0) : schema;
}

}  // namespace

std::unique_ptr<BatchOutput> text_output(std::unique_ptr<io::Sink> sink,
                                         std::unique_ptr<BatchFormatter> formatter) {
  return std::make_unique<TextOutput>(std::move(sink), std::move(formatter));
}

Result<void> SinkOutput::write(std::span<const std::byte> bytes) {
  // The sink is done with the bytes when write returns, so they need no owner.
  return bytes.empty() ? Result<void>{} : sink_.write(Buffer::share(bytes, nullptr));
}

std::unique_ptr<BatchOutput> table_output(std::unique_ptr<io::Sink> sink, const DType& schema,
                                          const TableOptions& options) {
  return std::make_unique<TableOutput>(std::move(sink), schema, options);
}

Result<std::unique_ptr<BatchOutput>> make_output(FileKind kind, std::unique_ptr<io::Sink> sink,
                                                 const DType& schema, ArrowForm form,
                                                 const ParquetOptions& parquet,
                                                 const FileMetadata& metadata) {
  switch (kind) {
    case FileKind::csv: return text_output(std::move(sink), GYRE_TRY(make_csv_formatter(schema)));
    case FileKind::tsv:
      return text_output(std::move(sink),
                         GYRE_TRY(make_csv_formatter(schema, {.delimiter = '\t'})));
    case FileKind::ndjson:
      GYRE_TRY(check_json_names(schema));
      return text_output(std::move(sink), make_ndjson_formatter(schema));
    case FileKind::arrow: {
      const auto* formats = GYRE_TRY(load_formats());
      return formats->arrow_output(std::move(sink), schema, form, metadata);
    }
    case FileKind::parquet: {
      const auto* formats = GYRE_TRY(load_formats());
      return formats->parquet_output(std::move(sink), schema, parquet, metadata);
    }
    case FileKind::rows:
      return write_rows(std::move(sink), "standard output", schema, RowContainer::plain);
    case FileKind::vortex: break;
  }
  return fail(Code::unsupported, "{} files cannot be written so", name_of(kind));
}

struct VortexOutput::State {
  State(std::unique_ptr<io::Sink> to, const DType& root, const EncodingTable& encodings,
        const WriteOptions& options)
      : sink(std::move(to)),
        zone_rows(options.zone_rows),
        encoder(encodings, options.edition),
        writer(*sink, StoredSchema(root, options.edition), encoder, options) {}

  Result<EncodedColumn> encode(const StoredColumn& column, const StoredPart& rows,
                               std::uint64_t first_row) {
    EncodedColumn encoded;
    encoded.array = GYRE_TRY(encoder.encode(rows.column));
    if (column.is_validity) {
      auto& zone = encoded.zones.emplace_back();
      zone.null_count = rows.null_structs;
      zone.rows = rows.column.rows;
    } else if (column.has_zones) {
      encoded.zones = zone_statistics(rows.column, zone_rows, first_row % zone_rows);
    }
    return encoded;
  }

  std::unique_ptr<io::Sink> sink;
  std::uint64_t zone_rows;
  CompressedChunks encoder;
  FileWriter writer;
  WriteSummary summary;
};

Result<void> VortexOutput::check(const DType& schema, const VortexOptions& options) {
  return check_writable(root_of(schema, options), options.write.edition);
}

VortexOutput::VortexOutput(std::unique_ptr<io::Sink> sink, const DType& schema,
                           const EncodingTable& encodings, const VortexOptions& options)
    : state_(new State(std::move(sink), root_of(schema, options), encodings, options.write)) {}

VortexOutput::~VortexOutput() = default;

Result<BatchOutput::Piece> VortexOutput::prepare(Batch batch, unsigned) {
  auto chunk = std::make_shared<EncodedChunk>();
  chunk->rows = batch.rows;
  const auto& schema = state_->writer.schema();
  auto parts = schema.cut(batch);
  batch.columns.clear();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& column = schema.columns()[i];
    chunk->columns.push_back(GYRE_TRY(
        within(state_->encode(column, parts[i], batch.first_row), "column {}", column.name)));
    parts[i] = {};
  }
  return Piece([this, chunk] { return state_->writer.append(*chunk); });
}

Result<void> VortexOutput::finish() {
  state_->summary = GYRE_TRY(state_->writer.finish());
  GYRE_TRY(state_->sink->commit());
  return {};
}

const WriteSummary& VortexOutput::summary() const { return state_->summary; }

}  // namespace gyre
