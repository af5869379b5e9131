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

class CpuExecutor final : public Executor {
 public:
  explicit CpuExecutor(bool plain) : plain_(plain) {}

  SplitLimits limits() const override { return {}; }

  void prepare(unsigned workers) override {
    while (contexts_.size() < workers) {
      contexts_.push_back(std::make_unique<ReadContext>());
      contexts_.back()->plain = plain_;
    }
  }

  Result<std::vector<Batch>> run(const Plan& plan, RowRange split, unsigned worker) override {
    auto& context = *contexts_[worker];
    RowSelection selection(split);
    if (plan.filter) {
      GYRE_TRY(filter(plan, context, selection));
      if (selection.count() == 0) return std::vector<Batch>{};
    }
    return project(plan, context, selection);
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

  static Result<std::vector<Batch>> project(const Plan& plan, ReadContext& context,
                                            const RowSelection& selection) {
    const auto step = batch_tiles(plan.schema);
    std::vector<Batch> batches;
    for (std::size_t first = 0; first < selection.tiles(); first += step) {
      Batch batch{plan.schema, 0, {}};
      for (auto i = first; i < std::min(first + step, selection.tiles()); ++i)
        batch.rows += selection.mask(i).count();
      batches.push_back(std::move(batch));
    }
    for (std::size_t c = 0; c < plan.columns.size(); ++c) {
      auto reader = GYRE_TRY(within(plan.columns[c]->reader(selection.rows(), *plan.file, context),
                                    "column {}", plan.schema.field_name(c)));
      const auto sink = make_column_sink(plan.schema.field(c), context);
      for (std::size_t b = 0; b < batches.size(); ++b) {
        if (batches[b].rows == 0) continue;
        const auto last = std::min((b + 1) * step, selection.tiles());
        GYRE_TRY(
            within(append_rows(*reader, selection.rows().first, selection, b * step, last, *sink),
                   "column {}", plan.schema.field_name(c)));
        batches[b].columns.push_back(GYRE_TRY(sink->finish()));
      }
    }
    std::erase_if(batches, [](const Batch& batch) { return batch.rows == 0; });
    return batches;
  }

  bool plain_;
  std::vector<std::unique_ptr<ReadContext>> contexts_;
};

}  // namespace

std::unique_ptr<Executor> make_cpu_executor(bool plain) {
  return std::make_unique<CpuExecutor>(plain);
}

}  // namespace gyre
