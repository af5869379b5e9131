#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "expr/predicate.hpp"
#include "expr/syntax.hpp"
#include "file/vortex_file.hpp"

namespace gyre {

/// What is asked of an input, whatever its kind.
struct ScanRequest {
  std::vector<expr::Selection> select;  ///< empty: all columns
  std::optional<expr::Syntax> where;
  std::optional<std::uint64_t> limit;
  bool prune = true;  ///< skip zones whose statistics rule out every row
};

/// One column of an output.
struct OutputColumn {
  std::vector<std::size_t> path;  ///< field of the input's schema, field of that struct, …
  std::string name;
  DType dtype;
};

/// The output columns of a request; all of the schema's where it selects none.
/// Errors   Code::invalid_argument: a column that is not there; Code::unsupported: an expression that is no column
Result<std::vector<OutputColumn>> bind_output(const ScanRequest& request, const DType& schema);

/// The schema that output columns make.
DType schema_of(const std::vector<OutputColumn>& columns);

/// What pruning did, for --explain and --stats.
struct PlanCounters {
  std::uint64_t rows = 0;          ///< in the file
  std::uint64_t rows_to_read = 0;  ///< left after pruning and limit
  std::uint64_t zones = 0;         ///< looked at
  std::uint64_t zones_pruned = 0;
  bool file_pruned = false;  ///< file statistics ruled out every row
};

/// Which rows of which columns are read and what is done with them; made once, executed by whoever is given it.
struct Plan {
  std::shared_ptr<VortexFile> file;
  DType schema;                    ///< of the output
  std::vector<LayoutRef> columns;  ///< the output's, in order
  std::optional<expr::Predicate> filter;
  std::vector<LayoutRef> filter_columns;  ///< as filter->columns() numbers them
  std::optional<std::uint64_t> limit;
  std::vector<RowRange> ranges;           ///< to be read, rising, apart
  std::vector<std::uint64_t> boundaries;  ///< rows at which chunks of any column begin, rising
  PlanCounters counters;
};

Result<Plan> make_plan(std::shared_ptr<VortexFile> file, const ScanRequest& request);

/// The plan as a person reads it: columns, pruning, segments and bytes to read.
Result<std::string> explain(const Plan& plan);

/// The segments that the plan's rows need.
SegmentSet needed_segments(const Plan& plan);
std::uint64_t size_bytes(const SegmentSet& segments, const VortexFile& file);

}  // namespace gyre
