#pragma once

#include <memory>
#include <optional>
#include <string>

#include "array/batch_source.hpp"
#include "base/byte_input.hpp"
#include "base/progress.hpp"
#include "io/source.hpp"
#include "rows/row_schema.hpp"

namespace gyre {

/// What is read of rows: one protobuf message a row, each behind its size in two bytes, the lower one first.
///
/// Without a schema the first 1,000 rows are looked at, see guess_row_schema; a later row that does not fit the guess is an
/// error. Columns can be projected. A job's errors name the row, counted from 1 on, and the byte in the data (those inside of
/// gzip): corrupt for sizes, messages and texts that are none, and for values that do not fit their columns' types.
struct RowsOptions {
  std::optional<RowSchema> schema;
  std::size_t block_bytes = std::size_t{1}
                            << 20;  ///< of a stream, taken at a time; changes no result
  Progress* progress = nullptr;     ///< of blocks; a stream's input keeps its own
};

/// A stream of rows, cut where rows end. `input` stands at its front.
/// Errors   of the input; corrupt: no rows to guess a schema from
Result<std::unique_ptr<BatchSource>> read_rows(std::unique_ptr<ByteInput> input,
                                               const RowsOptions& options);

/// A file of gzip blocks, each of which is one member of whole rows, by its index: blocks are read and inflated in
/// parallel. Errors name the block, and the row in it.
/// index    text of the index, see parse_row_index
/// Errors   corrupt: the index is not one of this file; a block is no member, ends inside of a row, or is over 128 MiB
Result<std::unique_ptr<BatchSource>> read_row_blocks(std::shared_ptr<io::Source> file,
                                                     std::string_view index,
                                                     const RowsOptions& options);

}  // namespace gyre
