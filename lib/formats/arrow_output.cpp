#include <arrow/api.h>
#include <arrow/c/bridge.h>
#include <arrow/ipc/writer.h>

#include "formats/detail/arrow_io.hpp"
#include "formats/detail/export.hpp"
#include "formats/detail/table.hpp"

namespace gyre::formats {
namespace {

class ArrowOutput final : public BatchOutput {
 public:
  ArrowOutput(std::unique_ptr<io::Sink> sink, std::shared_ptr<::arrow::Schema> schema)
      : sink_(std::move(sink)),
        stream_(std::make_shared<SinkStream>(*sink_, errors_)),
        schema_(std::move(schema)) {}

  Result<void> start(ArrowForm form) {
    writer_ = GYRE_TRY(guarded(errors_, [&] {
      return form == ArrowForm::file ? ::arrow::ipc::MakeFileWriter(stream_, schema_)
                                     : ::arrow::ipc::MakeStreamWriter(stream_, schema_);
    }));
    return {};
  }

  Result<Piece> prepare(Batch batch, unsigned) override {
    // A file holds whole buffers.
    const auto compact = GYRE_TRY(compacted(std::move(batch)));
    auto rows = GYRE_TRY(export_batch(compact, schema_));
    return Piece([this, rows = std::move(rows)] {
      return guarded_status(errors_, [&] { return writer_->WriteRecordBatch(*rows); });
    });
  }

  Result<void> finish() override {
    GYRE_TRY(guarded_status(errors_, [&] { return writer_->Close(); }));
    GYRE_TRY(sink_->commit());
    return {};
  }

 private:
  std::unique_ptr<io::Sink> sink_;
  FirstError errors_;
  std::shared_ptr<SinkStream> stream_;
  std::shared_ptr<::arrow::Schema> schema_;
  std::shared_ptr<::arrow::ipc::RecordBatchWriter> writer_;
};

}  // namespace

Result<std::unique_ptr<BatchOutput>> arrow_output(std::unique_ptr<io::Sink> sink,
                                                  const DType& schema, ArrowForm form,
                                                  const FileMetadata& metadata) {
  auto exported = GYRE_TRY(export_schema(schema));
  if (!metadata.empty()) exported = exported->WithMetadata(export_metadata(metadata));
  auto output = std::make_unique<ArrowOutput>(std::move(sink), std::move(exported));
  GYRE_TRY(output->start(form));
  return output;
}

}  // namespace gyre::formats
