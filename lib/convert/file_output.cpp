#include "convert/file_output.hpp"

#include "convert/output.hpp"
#include "convert/rechunked.hpp"

namespace gyre {
namespace {

/// Counts the bytes that pass.
class CountingSink final : public io::Sink {
 public:
  CountingSink(std::unique_ptr<io::Sink> sink, std::uint64_t& bytes)
      : sink_(std::move(sink)), bytes_(bytes) {
    bytes_ = 0;
  }
  Result<void> write(Buffer bytes) override {
    bytes_ += bytes.size();
    return sink_->write(std::move(bytes));
  }
  Result<io::Identity> commit() override { return sink_->commit(); }
  void abort() noexcept override { sink_->abort(); }

 private:
  std::unique_ptr<io::Sink> sink_;
  std::uint64_t& bytes_;
};

Result<std::unique_ptr<io::Sink>> open_sink(const Target& target) {
  if (target.path == "-") return io::write_descriptor(1, "standard output");
  return io::create_file(target.path, target.overwrite);
}

std::vector<WriteSummary::OfColumn> plain_columns(const DType& schema) {
  std::vector<WriteSummary::OfColumn> columns;
  for (std::size_t i = 0; i < schema.field_count(); ++i)
    columns.push_back({std::string(schema.field_name(i)), schema.field(i), {}, 0});
  return columns;
}

}  // namespace

Result<ConvertSummary> convert_to(BatchSource& source, const Target& target,
                                  const EncodingTable& encodings, const PipelineOptions& options) {
  Progress rows;
  auto counted = options;
  if (!counted.progress) counted.progress = &rows;
  ConvertSummary summary;
  VortexOutput* vortex = nullptr;
  std::unique_ptr<BatchSource> chunks;
  if (target.kind == FileKind::vortex) chunks = rechunked(source, default_chunk_rows);

  const auto make = [&](const DType& schema) -> Result<std::unique_ptr<BatchOutput>> {
    auto sink = std::make_unique<CountingSink>(GYRE_TRY(open_sink(target)), summary.bytes_out);
    counted.progress->rows = 0;
    if (target.kind == FileKind::vortex) {
      auto output = std::make_unique<VortexOutput>(std::move(sink), schema, encodings);
      vortex = output.get();
      return output;
    }
    const auto form = target.path == "-" ? ArrowForm::stream : ArrowForm::file;
    return make_output(target.kind, std::move(sink), schema, form, counted.threads);
  };
  const auto finished = [&](BatchOutput& output) {
    summary.columns =
        vortex == &output ? vortex->summary().columns : plain_columns(source.schema());
  };
  GYRE_TRY(convert(chunks ? *chunks : source, make, counted, finished));
  summary.rows = counted.progress->rows;
  return summary;
}

}  // namespace gyre
