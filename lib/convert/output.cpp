#include "convert/output.hpp"

#include "array/zone_statistics.hpp"
#include "compress/compressor.hpp"
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
  explicit CompressedChunks(const EncodingTable& encodings) : compressor_(encodings) {}
  Result<EncodedArray> encode(const Column& plain) override { return compressor_.compress(plain); }

 private:
  Compressor compressor_;
};

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
                                                 unsigned threads) {
  switch (kind) {
    case FileKind::csv: return text_output(std::move(sink), GYRE_TRY(make_csv_formatter(schema)));
    case FileKind::tsv:
      return text_output(std::move(sink),
                         GYRE_TRY(make_csv_formatter(schema, {.delimiter = '\t'})));
    case FileKind::ndjson: return text_output(std::move(sink), make_ndjson_formatter(schema));
    case FileKind::arrow: {
      const auto* formats = GYRE_TRY(load_formats());
      return formats->arrow_output(std::move(sink), schema, form);
    }
    case FileKind::parquet: {
      const auto* formats = GYRE_TRY(load_formats());
      return formats->parquet_output(std::move(sink), schema, threads);
    }
    default: return fail(Code::unsupported, "{} files cannot be written yet", name_of(kind));
  }
}

struct VortexOutput::State {
  State(std::unique_ptr<io::Sink> to, const DType& schema, const EncodingTable& encodings)
      : sink(std::move(to)), encoder(encodings), writer(*sink, schema, encoder) {}

  std::unique_ptr<io::Sink> sink;
  CompressedChunks encoder;
  FileWriter writer;
  WriteSummary summary;
};

VortexOutput::VortexOutput(std::unique_ptr<io::Sink> sink, const DType& schema,
                           const EncodingTable& encodings)
    : state_(new State(std::move(sink), schema, encodings)) {}

VortexOutput::~VortexOutput() = default;

Result<BatchOutput::Piece> VortexOutput::prepare(Batch batch, unsigned) {
  auto chunk = std::make_shared<EncodedChunk>();
  chunk->rows = batch.rows;
  for (std::size_t i = 0; i < batch.columns.size(); ++i) {
    auto& column = batch.columns[i];
    auto array =
        GYRE_TRY(within(state_->encoder.encode(column), "column {}", batch.schema.field_name(i)));
    chunk->columns.push_back({std::move(array), zone_statistics(column, default_zone_rows)});
    column = {};
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
