#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "array/batch_output.hpp"
#include "rows/rows_reader.hpp"
#include "rows/rows_writer.hpp"
#include "support/memory_io.hpp"
#include "support/must.hpp"

namespace gyre::test {

/// Messages as rows, each behind its size.
inline std::string framed(const std::vector<std::string>& messages) {
  std::string out;
  for (const auto& message : messages) {
    out.push_back(static_cast<char>(message.size() & 0xff));
    out.push_back(static_cast<char>(message.size() >> 8));
    out += message;
  }
  return out;
}

inline std::unique_ptr<ByteInput> rows_input(std::string_view bytes) {
  return std::make_unique<BufferInput>(Buffer::copy(bytes), "in.rows");
}

/// All rows of a stream, read by a schema, or by a guess.
inline Result<std::vector<Batch>> read_stream(std::string_view bytes, RowsOptions options = {}) {
  const auto source = GYRE_TRY(read_rows(rows_input(bytes), options));
  return read_all(*source);
}

/// What is written for batches, without anything beside it.
inline Result<std::string> written(const DType& schema, const std::vector<Batch>& batches,
                                   RowContainer container = RowContainer::plain) {
  MemorySink::Written out;
  const auto output =
      GYRE_TRY(write_rows(std::make_unique<MemorySink>(out), "out.rows", schema, container));
  for (const auto& batch : batches) {
    const auto piece = GYRE_TRY(output->prepare(batch, 0));
    GYRE_TRY(piece());
  }
  GYRE_TRY(output->finish());
  if (!out.committed) return fail(Code::io, "not committed");
  return std::string(std::move(out.bytes).freeze().text());
}

}  // namespace gyre::test
