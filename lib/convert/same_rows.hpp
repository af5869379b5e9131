#pragma once

#include <optional>

#include "array/batch_source.hpp"
#include "convert/pipeline.hpp"
#include "text/value_writer.hpp"

namespace gyre {

/// Reads two inputs side by side: `written` has to hold the rows of `expected` (the first options.limit of them), with the
/// same types and values, and no others.
/// text     how `written` writes values, if it is text: then values are the same which are the same text
/// Errors   Code::corrupt: "row 17: column b is 3, expected 4"; of either input
Result<void> check_same_rows(BatchSource& written, BatchSource& expected,
                             const PipelineOptions& options,
                             std::optional<TextStyle> text = std::nullopt);

}  // namespace gyre
