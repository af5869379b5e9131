#include "scan/plan.hpp"

#include <algorithm>

#include "scan/zone_pruning.hpp"

namespace gyre {
namespace {

/// The layout of a column path; fields of structs are layouts of their own.
Result<LayoutRef> layout_of(VortexFile& file, std::span<const std::size_t> path) {
  auto layout = GYRE_TRY(file.column(path.front()));
  for (std::size_t i = 1; i < path.size(); ++i) layout = GYRE_TRY(layout->field(path[i]));
  return layout;
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

Result<std::vector<OutputColumn>> bind_output(const ScanRequest& request, const DType& schema) {
  std::vector<OutputColumn> columns;
  const auto add_all = [&] {
    for (std::size_t i = 0; i < schema.field_count(); ++i)
      columns.push_back({{i}, std::string(schema.field_name(i)), schema.field(i)});
  };
  if (request.select.empty()) add_all();
  for (const auto& [expression, name] : request.select) {
    if (expression.what == expr::Syntax::What::star) {
      add_all();
      continue;
    }
    const auto column = GYRE_TRY(expr::bind_column(expression, schema));
    const auto& last = expression.path.back();
    columns.push_back(
        {column.path, name.value_or(last), column.dtype.with_nullable(column.nullable)});
  }
  return columns;
}

DType schema_of(const std::vector<OutputColumn>& columns) {
  std::vector<DType::Field> fields;
  for (const auto& column : columns) fields.push_back({column.name, column.dtype});
  return DType::structure(std::move(fields));
}

Result<Plan> make_plan(std::shared_ptr<VortexFile> file, const ScanRequest& request) {
  Plan plan;
  plan.file = std::move(file);
  plan.limit = request.limit;
  const auto& schema = plan.file->schema();
  const auto output = GYRE_TRY(bind_output(request, schema));
  plan.schema = schema_of(output);
  std::vector<const Statistics*> file_statistics;
  if (request.where) {
    plan.filter = GYRE_TRY(expr::bind(*request.where, schema));
    for (const auto& column : plan.filter->columns()) {
      plan.filter_columns.push_back(GYRE_TRY(layout_of(*plan.file, column.path)));
      const bool top_level = column.path.size() == 1;
      file_statistics.push_back(top_level ? plan.file->statistics(column.path.front()) : nullptr);
    }
  }
  for (const auto& column : output)
    plan.columns.push_back(GYRE_TRY(layout_of(*plan.file, column.path)));

  const auto rows = plan.counters.rows = plan.file->footer().rows();
  auto& ranges = plan.ranges;
  if (plan.filter && request.prune)
    ranges = GYRE_TRY(surviving_rows(plan, file_statistics, plan.counters));
  else if (rows > 0)
    ranges.push_back({0, rows});
  if (plan.limit && !plan.filter && !ranges.empty())
    ranges.front().last = std::min(rows, *plan.limit);
  std::erase_if(ranges, [](RowRange range) { return range.empty(); });
  for (const auto& range : ranges) plan.counters.rows_to_read += range.size();
  plan.boundaries = chunk_boundaries(plan);
  return plan;
}

SegmentSet needed_segments(const Plan& plan) {
  SegmentSet segments;
  for (const auto& rows : plan.ranges) {
    for (const auto& column : plan.columns) column->segments(rows, segments);
    for (const auto& column : plan.filter_columns) column->segments(rows, segments);
  }
  return segments;
}

std::uint64_t size_bytes(const SegmentSet& segments, const VortexFile& file) {
  std::uint64_t bytes = 0;
  for (const auto number : segments) bytes += file.footer().segments[number].size_bytes;
  return bytes;
}

Result<std::string> explain(const Plan& plan) {
  std::string text;
  const auto line = [&]<class... Args>(fmt::format_string<Args...> format, Args&&... args) {
    text += fmt::format(format, std::forward<Args>(args)...) + "\n";
  };
  const auto& counters = plan.counters;
  line("scan      {}", plan.file->identity().name);
  line("columns   {}", plan.schema.field_count());
  if (counters.file_pruned) line("pruned    all {} rows, by file statistics", counters.rows);
  if (counters.zones > 0) line("pruned    {} of {} zones", counters.zones_pruned, counters.zones);
  line("rows      {} of {} to read", counters.rows_to_read, counters.rows);
  const auto segments = needed_segments(plan);
  line("segments  {} of {}, {} bytes", segments.size(), plan.file->footer().segments.size(),
       size_bytes(segments, *plan.file));
  if (plan.limit) line("limit     {} rows", *plan.limit);
  return text;
}

}  // namespace gyre
