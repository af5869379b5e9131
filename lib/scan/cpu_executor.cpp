#include <algorithm>

#include "scan/executor.hpp"
#include "scan/filter_rows.hpp"

namespace gyre {
namespace {

/// Batches stay small enough that a few of them fit the caches beside the segments they come from.
constexpr std::uint64_t batch_bytes = 3 << 20;
constexpr std::uint64_t text_row_bytes = 32;  // a view and a guess at the text
constexpr std::uint64_t nested_row_bytes = 64;

std::uint64_t row_bytes(const DType& dtype) {
  if (const auto bytes = word_bytes(dtype); bytes > 0) return bytes;
  return dtype.physical().is_text()           ? text_row_bytes
         : dtype.physical().is(Kind::boolean) ? 1
                                              : nested_row_bytes;
}

/// Tiles of a batch of this schema.
std::size_t batch_tiles(const DType& schema) {
  std::uint64_t bytes = 1;
  for (std::size_t i = 0; i < schema.field_count(); ++i) bytes += row_bytes(schema.field(i));
  return static_cast<std::size_t>(
      std::clamp<std::uint64_t>(batch_bytes / bytes / tile_rows, 1, 128));
}

/// The surviving rows of a split as batches, one after another.
class Projection {
 public:
  Projection(const Plan& plan, const RowSelection& selection, ReadContext& context,
             std::uint64_t most_bytes)
      : plan_(plan), selection_(selection), context_(context), most_bytes_(most_bytes) {
    // Those that may end a batch come first.
    for (const bool unsized : {true, false})
      for (std::size_t i = 0; i < plan.columns.size(); ++i)
        if (is_unsized(plan.schema.field(i)) == unsized) order_.push_back(i);
  }

  Result<void> open() {
    for (std::size_t i = 0; i < plan_.columns.size(); ++i) {
      readers_.push_back(
          GYRE_TRY(within(plan_.columns[i]->reader(selection_.rows(), *plan_.file, context_),
                          "column {}", plan_.schema.field_name(i))));
      sinks_.push_back(make_column_sink(plan_.schema.field(i), context_));
    }
    return {};
  }

  Result<void> run(const BatchTaker& take) {
    const auto step = batch_tiles(plan_.schema);
    for (std::size_t first = 0; first < selection_.tiles();) {
      auto last = std::min(first + step, selection_.tiles());
      auto batch = GYRE_TRY(read(first, last));
      first = last;
      if (batch.rows > 0 && !GYRE_TRY(take(std::move(batch)))) break;
    }
    return {};
  }

 private:
  /// Sets `last` to where the batch ends.
  Result<Batch> read(std::size_t first, std::size_t& last) {
    Batch batch{plan_.schema, 0, std::vector<Column>(plan_.columns.size())};
    for (const auto i : order_)
      batch.columns[i] =
          GYRE_TRY(within(read_column(i, first, last), "column {}", plan_.schema.field_name(i)));
    for (auto tile = first; tile < last; ++tile) batch.rows += selection_.mask(tile).count();
    for (auto& column : batch.columns)
      if (column.rows > batch.rows) column = slice(column, 0, batch.rows);
    return batch;
  }

  Result<Column> read_column(std::size_t index, std::size_t first, std::size_t& last) {
    auto& sink = *sinks_[index];
    const auto append = [&](std::size_t from, std::size_t to) {
      return append_rows(*readers_[index], selection_.rows().first, selection_, from, to, sink);
    };
    if (!is_unsized(plan_.schema.field(index))) {
      GYRE_TRY(append(first, last));
      return sink.finish();
    }
    // Looked at after each few tiles: their number is a compromise with fetching rows of several tiles at once.
    for (auto from = first; from < last;) {
      const auto to = std::min(from + tiles_between_looks, last);
      GYRE_TRY(append(from, to));
      from = to;
      if (sink.size_bytes() > most_bytes_) last = from;
    }
    return sink.finish();
  }

  static constexpr std::size_t tiles_between_looks = 4;

  const Plan& plan_;
  const RowSelection& selection_;
  ReadContext& context_;
  std::uint64_t most_bytes_;
  std::vector<std::size_t> order_;  // of columns
  std::vector<ReaderRef> readers_;
  std::vector<std::unique_ptr<ColumnSink>> sinks_;
};

class CpuExecutor final : public Executor {
 public:
  explicit CpuExecutor(const CpuOptions& options) : options_(options) {}

  SplitLimits limits() const override { return {.tile_bytes = options_.job_bytes}; }

  void prepare(unsigned workers) override {
    while (contexts_.size() < workers) {
      auto& context = *contexts_.emplace_back(std::make_unique<ReadContext>());
      context.plain = options_.plain;
      context.most_sink_bytes = options_.most_column_bytes;
    }
  }

  Result<void> run(const Plan& plan, RowRange split, unsigned worker,
                   const BatchTaker& take) override {
    auto& context = *contexts_[worker];
    RowSelection selection(split);
    if (plan.filter) {
      GYRE_TRY(filter(plan, context, selection));
      if (selection.count() == 0) return {};
    }
    Projection projection(plan, selection, context, options_.job_bytes);
    GYRE_TRY(projection.open());
    return projection.run(take);
  }

  ReadCounters counters() const override {
    ReadCounters sum;
    for (const auto& context : contexts_) {
      sum.tiles_decoded += context->counters.tiles_decoded;
      sum.rows_gathered += context->counters.rows_gathered;
      sum.tiles_tested += context->counters.tiles_tested;
    }
    return sum;
  }

 private:
  static Result<void> filter(const Plan& plan, ReadContext& context, RowSelection& selection) {
    std::vector<ReaderRef> readers;
    std::vector<Reader*> columns;
    for (const auto& column : plan.filter_columns) {
      readers.push_back(GYRE_TRY(column->reader(selection.rows(), *plan.file, context)));
      columns.push_back(readers.back().get());
    }
    return drop_rows(*plan.filter, columns, selection.rows().first, context, selection);
  }

  CpuOptions options_;
  std::vector<std::unique_ptr<ReadContext>> contexts_;
};

}  // namespace

std::unique_ptr<Executor> make_cpu_executor(const CpuOptions& options) {
  return std::make_unique<CpuExecutor>(options);
}

}  // namespace gyre
