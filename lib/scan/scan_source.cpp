#include "scan/scan_source.hpp"

#include <algorithm>

#include "array/masked_reader.hpp"
#include "scan/filter_rows.hpp"

namespace gyre {
namespace {

/// A column of a batch, or a field below one, as a reader. `batch` outlives it.
ReaderRef reader_at(const Batch& batch, std::span<const std::size_t> path, ReadContext& context) {
  auto reader = reader_of(batch.columns[path.front()], context);
  for (std::size_t i = 1; i < path.size(); ++i)
    reader = field_reader(std::move(reader), path[i], context);
  return reader;
}

/// Appends the columns that an expression names, those too whose values do not matter to it (x = null).
void add_named(const expr::Syntax& syntax, const DType& schema, std::vector<std::size_t>& columns) {
  if (syntax.what == expr::Syntax::What::column)
    if (const auto column = expr::bind_column(syntax, schema))
      columns.push_back(column->path.front());
  for (const auto& child : syntax.children) add_named(child, schema, columns);
}

/// The columns of the input that an output and a filter name, rising.
std::vector<std::size_t> used_columns(const std::vector<OutputColumn>& output,
                                      const std::optional<expr::Syntax>& filter,
                                      const DType& schema) {
  std::vector<std::size_t> columns;
  for (const auto& column : output) columns.push_back(column.path.front());
  if (filter) add_named(*filter, schema, columns);
  std::ranges::sort(columns);
  const auto repeated = std::ranges::unique(columns);
  columns.erase(repeated.begin(), repeated.end());
  return columns;
}

class FilteredSource final : public BatchSource {
 public:
  FilteredSource(std::unique_ptr<BatchSource> source, std::vector<OutputColumn> output,
                 std::optional<expr::Predicate> filter, ScanRequest request)
      : source_(std::move(source)),
        output_(std::move(output)),
        schema_(schema_of(output_)),
        filter_(std::move(filter)),
        request_(std::move(request)) {}

  const DType& schema() const override { return schema_; }
  FileMetadata metadata() const override { return source_->metadata(); }
  bool wants_restart() const override { return source_->wants_restart(); }

  void prepare(unsigned workers) override {
    source_->prepare(workers);
    while (contexts_.size() < workers) contexts_.push_back(std::make_unique<ReadContext>());
  }

  Result<std::optional<BatchJob>> next_job() override {
    auto job = GYRE_TRY(source_->next_job());
    if (!job) return std::optional<BatchJob>{};
    return std::optional<BatchJob>(
        [this, inner = *std::move(job)](unsigned worker, const BatchTaker& take) -> Result<void> {
          return inner(worker, [&](const Batch& batch) -> Result<bool> {
            auto kept = GYRE_TRY(filter(batch, *contexts_[worker]));
            return kept.rows == 0 ? Result<bool>(true) : take(std::move(kept));
          });
        });
  }

  Result<void> restart() override {
    GYRE_TRY(source_->restart());
    output_ = GYRE_TRY(bind_output(request_, source_->schema()));
    schema_ = schema_of(output_);
    if (request_.where) filter_ = GYRE_TRY(expr::bind(*request_.where, source_->schema()));
    return {};
  }

 private:
  Result<Batch> filter(const Batch& batch, ReadContext& context) const {
    RowSelection selection({0, batch.rows});
    if (filter_) {
      std::vector<ReaderRef> readers;
      std::vector<Reader*> columns;
      for (const auto& column : filter_->columns()) {
        readers.push_back(reader_at(batch, column.path, context));
        columns.push_back(readers.back().get());
      }
      GYRE_TRY(drop_rows(*filter_, columns, 0, context, selection));
    }
    Batch kept{schema_, selection.count(), {}};
    if (kept.rows == 0) return kept;
    for (const auto& [path, name, dtype] : output_) {
      if (kept.rows == batch.rows && path.size() == 1) {
        kept.columns.push_back(batch.columns[path.front()]);
        continue;
      }
      const auto reader = reader_at(batch, path, context);
      const auto sink = make_column_sink(dtype, context);
      GYRE_TRY(append_rows(*reader, 0, selection, 0, selection.tiles(), *sink));
      kept.columns.push_back(GYRE_TRY(sink->finish()));
    }
    return kept;
  }

  std::unique_ptr<BatchSource> source_;
  std::vector<OutputColumn> output_;
  DType schema_;
  std::optional<expr::Predicate> filter_;
  ScanRequest request_;
  std::vector<std::unique_ptr<ReadContext>> contexts_;
};

bool has_unsized(const DType& schema) {
  for (std::size_t i = 0; i < schema.field_count(); ++i)
    if (is_unsized(schema.field(i))) return true;
  return false;
}

/// Fewer rows where they are large in the file: segments of a split are in memory together, and a tile of texts is read at
/// once.
SplitLimits limits_for(const Plan& plan, SplitLimits limits) {
  constexpr std::uint64_t usual_ratio = 4;  // of texts in memory to texts in files
  const auto most_stored = usual_ratio * limits.tile_bytes;
  const auto fits = [&](std::uint64_t row_bytes) {
    return row_bytes <= most_stored / limits.most_rows;
  };
  const auto rows = plan.counters.rows_to_read;
  if (rows == 0 || fits(plan.file->identity().size_bytes / rows)) return limits;
  const auto row_bytes = size_bytes(needed_segments(plan), *plan.file) / rows;
  if (fits(row_bytes)) return limits;
  limits.most_rows = std::max(most_stored / row_bytes, tile_rows);
  const auto tile_of_texts = limits.tile_bytes / usual_ratio / row_bytes;
  if (tile_of_texts < tile_rows && has_unsized(plan.schema))
    limits.most_rows = std::max<std::uint64_t>(tile_of_texts, 1);
  limits.least_rows = std::min(limits.least_rows, std::max<std::uint64_t>(limits.most_rows / 2, 1));
  return limits;
}

}  // namespace

ScanSource::ScanSource(Plan plan, std::unique_ptr<Executor> executor)
    : plan_(std::move(plan)), executor_(std::move(executor)), splits_(cutter()) {}

SplitCutter ScanSource::cutter() const {
  return SplitCutter(plan_.ranges, plan_.boundaries, limits_for(plan_, executor_->limits()),
                     plan_.limit.has_value());
}

Result<std::optional<BatchJob>> ScanSource::next_job() {
  const auto next = splits_.next();
  if (!next) return std::optional<BatchJob>{};
  return std::optional<BatchJob>([this, split = *next](unsigned worker, const BatchTaker& take) {
    return within(executor_->run(plan_, split, worker, take), "{}", plan_.file->identity().name);
  });
}

Result<void> ScanSource::restart() {
  splits_ = cutter();
  return {};
}

Result<std::unique_ptr<BatchSource>> filtered(std::unique_ptr<BatchSource> source,
                                              const ScanRequest& request) {
  auto output = GYRE_TRY(bind_output(request, source->schema()));
  std::optional<expr::Predicate> filter;
  if (request.where) filter = GYRE_TRY(expr::bind(*request.where, source->schema()));
  if (GYRE_TRY(source->project(used_columns(output, request.where, source->schema())))) {
    output = GYRE_TRY(bind_output(request, source->schema()));
    if (request.where) filter = GYRE_TRY(expr::bind(*request.where, source->schema()));
  }
  return std::make_unique<FilteredSource>(std::move(source), std::move(output), std::move(filter),
                                          request);
}

}  // namespace gyre
