#include <arrow/api.h>
#include <arrow/c/bridge.h>
#include <arrow/io/interfaces.h>
#include <arrow/ipc/writer.h>

#include <optional>

#include "arrow/export.hpp"
#include "formats/formats.hpp"

namespace gyre {
namespace {

std::unexpected<Error> failed(const ::arrow::Status& status) {
  return fail(status.IsIOError() ? Code::io : Code::unsupported, "arrow: {}", status.message());
}

/// Our sink as Arrow C++ sees it. An error of ours is kept, since Arrow's carries only a message.
class SinkStream final : public ::arrow::io::OutputStream {
 public:
  explicit SinkStream(io::Sink& sink) : sink_(sink) {}
  ::arrow::Status Close() override {
    closed_ = true;
    return ::arrow::Status::OK();
  }
  bool closed() const override { return closed_; }
  ::arrow::Result<std::int64_t> Tell() const override { return position_; }
  ::arrow::Status Write(const void* data, std::int64_t size) override {
    const std::span bytes(static_cast<const std::byte*>(data), static_cast<std::size_t>(size));
    // The sink is done with the bytes when write returns, so they need no owner.
    if (auto written = sink_.write(Buffer::share(bytes, nullptr)); !written) {
      error = std::move(written).error();
      return ::arrow::Status::IOError(error->message);
    }
    position_ += size;
    return ::arrow::Status::OK();
  }

  std::optional<Error> error;

 private:
  io::Sink& sink_;
  std::int64_t position_ = 0;
  bool closed_ = false;
};

class ArrowOutput final : public BatchOutput {
 public:
  ArrowOutput(std::unique_ptr<io::Sink> sink, std::shared_ptr<::arrow::Schema> schema)
      : sink_(std::move(sink)),
        stream_(std::make_shared<SinkStream>(*sink_)),
        schema_(std::move(schema)) {}

  Result<void> start(ArrowForm form) {
    auto made = form == ArrowForm::file ? ::arrow::ipc::MakeFileWriter(stream_, schema_)
                                        : ::arrow::ipc::MakeStreamWriter(stream_, schema_);
    if (!made.ok()) return problem(made.status());
    writer_ = std::move(made).ValueUnsafe();
    return {};
  }

  Result<Piece> prepare(Batch batch, unsigned) override {
    ArrowArray exported;
    GYRE_TRY(arrow::export_batch(batch, exported));
    auto imported = ::arrow::ImportRecordBatch(&exported, schema_);
    if (!imported.ok()) return failed(imported.status());
    return Piece([this, rows = std::move(imported).ValueUnsafe()]() -> Result<void> {
      if (const auto status = writer_->WriteRecordBatch(*rows); !status.ok())
        return problem(status);
      return {};
    });
  }

  Result<void> finish() override {
    if (const auto status = writer_->Close(); !status.ok()) return problem(status);
    GYRE_TRY(sink_->commit());
    return {};
  }

 private:
  std::unexpected<Error> problem(const ::arrow::Status& status) const {
    if (stream_->error) return std::unexpected(*stream_->error);
    return failed(status);
  }

  std::unique_ptr<io::Sink> sink_;
  std::shared_ptr<SinkStream> stream_;
  std::shared_ptr<::arrow::Schema> schema_;
  std::shared_ptr<::arrow::ipc::RecordBatchWriter> writer_;
};

Result<std::unique_ptr<BatchOutput>> arrow_output(std::unique_ptr<io::Sink> sink,
                                                  const DType& schema, ArrowForm form) {
  ArrowSchema exported;
  GYRE_TRY(arrow::export_schema(schema, exported));
  auto imported = ::arrow::ImportSchema(&exported);
  if (!imported.ok()) return failed(imported.status());
  auto output = std::make_unique<ArrowOutput>(std::move(sink), std::move(imported).ValueUnsafe());
  GYRE_TRY(output->start(form));
  return output;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const Formats* gyre_formats() {
  static constexpr Formats formats{.arrow_output = arrow_output};
  return &formats;
}

}  // namespace gyre
