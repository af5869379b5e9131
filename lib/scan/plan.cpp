#include "scan/plan.hpp"

#include <algorithm>

#include "scan/splits.hpp"
#include "scan/zone_pruning.hpp"

namespace gyre {
namespace {

/// The layout of a column path; fields of structs are layouts of their own.
Result<LayoutRef> layout_of(VortexFile& file, const expr::ColumnPath& path) {
  auto layout = GYRE_TRY(file.column(path.front()));
  for (std::size_t i = 1; i < path.size(); ++i) layout = GYRE_TRY(layout->field(path[i]));
  return layout;
}

/// The dtype and name at the end of a path; null where any struct on the way is.
DType::Field field_at(const DType& schema, const expr::ColumnPath& path) {
  DType::Field field{{}, schema};
  bool nullable = false;
  for (const auto index : path) {
    const auto whole = field.dtype.physical();
    nullable = nullable || whole.nullable();
    field = {std::string(whole.field_name(index)), whole.field(index)};
  }
  if (nullable) field.dtype = field.dtype.with_nullable(true);
  return field;
}

std::vector<std::uint64_t> chunk_boundaries(const Plan& plan) {
  std::vector<std::uint64_t> boundaries;
  const RowRange all{0, plan.file->footer().rows()};
  for (const auto& column : plan.columns) column->boundaries(all, 0, boundaries);
  for (const auto& column : plan.filter_columns) column->boundaries(all, 0, boundaries);
  std::ranges::sort(boundaries);
  const auto repeats = std::ranges::unique(boundaries);
  boundaries.erase(repeats.begin(), repeats.end());
  return boundaries;
}

}  // namespace

Result<Projection> bind_projection(const std::vector<expr::Selection>& select, const DType& schema) {
  Projection projection;
  std::vector<DType::Field> fields;
  const auto add = [&](expr::ColumnPath path, std::optional<std::string> name) {
    auto field = field_at(schema, path);
    if (name) field.name = *std::move(name);
    fields.push_back(std::move(field));
    projection.columns.push_back(std::move(path));
  };
  const auto add_all = [&] {
    for (std::size_t i = 0; i < schema.field_count(); ++i) add({i}, std::nullopt);
  };
  if (select.empty()) add_all();
  for (const auto& selection : select) {
    if (selection.expression.what == expr::Syntax::What::star)
      add_all();
    else
      add(GYRE_TRY(expr::bind_column(selection.expression, schema)), selection.name);
  }
  projection.schema = DType::structure(std::move(fields));
  return projection;
}

Result<Plan> make_plan(std::shared_ptr<VortexFile> file, const ScanRequest& request, const SplitLimits& limits) {
  Plan plan;
  plan.file = std::move(file);
  plan.limit = request.limit;
  const auto& schema = plan.file->schema();
  auto projection = GYRE_TRY(bind_projection(request.select, schema));
  plan.schema = std::move(projection.schema);
  std::vector<const Statistics*> file_statistics;
  if (request.where) {
    plan.filter = GYRE_TRY(expr::bind(*request.where, schema));
    for (const auto& path : plan.filter->columns()) {
      plan.filter_columns.push_back(GYRE_TRY(layout_of(*plan.file, path)));
      file_statistics.push_back(path.size() == 1 ? plan.file->statistics(path.front()) : nullptr);
    }
  }
  for (const auto& path : projection.columns) plan.columns.push_back(GYRE_TRY(layout_of(*plan.file, path)));

  const auto rows = plan.counters.rows = plan.file->footer().rows();
  std::vector<RowRange> ranges;
  if (plan.filter && request.prune)
    ranges = GYRE_TRY(surviving_rows(plan, file_statistics, plan.counters));
  else if (rows > 0)
    ranges.push_back({0, rows});
  if (plan.limit && !plan.filter && !ranges.empty()) ranges.front().last = std::min(rows, *plan.limit);
  std::erase_if(ranges, [](RowRange range) { return range.empty(); });
  for (const auto& range : ranges) plan.counters.rows_to_read += range.size();
  plan.splits = make_splits(ranges, chunk_boundaries(plan), limits, plan.limit);
  return plan;
}

SegmentSet needed_segments(const Plan& plan) {
  SegmentSet segments;
  for (const auto& split : plan.splits) {
    for (const auto& column : plan.columns) column->segments(split, segments);
    for (const auto& column : plan.filter_columns) column->segments(split, segments);
  }
  return segments;
}

Result<std::string> explain(const Plan& plan) {
  std::string text;
  const auto line = [&]<class... Args>(fmt::format_string<Args...> format, Args&&... args) {
    text += fmt::format(format, std::forward<Args>(args)...) + "\n";
  };
  const auto& counters = plan.counters;
  line("scan      {}", plan.file->identity().name);
  line("columns   {}", plan.schema.field_count());
  if (plan.filter) line("filter    {}", plan.filter->text());
  if (counters.file_pruned) line("pruned    all {} rows, by file statistics", counters.rows);
  if (counters.zones > 0) line("pruned    {} of {} zones", counters.zones_pruned, counters.zones);
  line("rows      {} of {} to read, in {} splits", counters.rows_to_read, counters.rows, plan.splits.size());
  const auto segments = needed_segments(plan);
  std::uint64_t bytes = 0;
  for (const auto number : segments) bytes += plan.file->footer().segments[number].size_bytes;
  line("segments  {} of {}, {} bytes", segments.size(), plan.file->footer().segments.size(), bytes);
  if (plan.limit) line("limit     {} rows", *plan.limit);
  return text;
}

}  // namespace gyre
