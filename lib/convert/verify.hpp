#pragma once

#include "convert/file_output.hpp"
#include "layout/layout.hpp"

namespace gyre {

/// Reads back what convert_to wrote of `input` to `target`, which is no pipe, and compares it with the input, which is read
/// once more: files hold the same rows in the same order. What a text cannot hold is compared as text: CSV has no nested
/// values, JSON no NaN.
/// Errors   Code::corrupt: "out/k=1/part-00000.csv: row 17: column b is 3, expected 4"; of either side
Result<void> verify_written(BatchSource& input, const Target& target,
                            const EncodingTable& encodings, const LayoutTable& layouts,
                            const PipelineOptions& options);

}  // namespace gyre
