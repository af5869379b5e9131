#pragma once

#include "array/batch_source.hpp"
#include "convert/pipeline.hpp"

namespace gyre {

/// Reads two inputs side by side: `written` has to hold the rows of `expected` (the first options.limit of them), with the
/// same types and values, and no others.
/// Errors   Code::corrupt: "row 17: column b is 3, expected 4"; of either input
Result<void> check_same_rows(BatchSource& written, BatchSource& expected,
                             const PipelineOptions& options);

}  // namespace gyre
