#pragma once

#include <optional>
#include <string>

#include "array/batch.hpp"
#include "base/result.hpp"
#include "io/temporary_file.hpp"

namespace gyre {

/// Batches that wait outside memory, in a temporary file, as their columns are.
class BatchSpill {
 public:
  /// See io::TemporaryFile::create; the file is made when the first batch comes.
  explicit BatchSpill(std::string folder) : folder_(std::move(folder)) {}

  /// Buffers are written whole: where columns share them with others, copy the rows first.
  Result<io::ByteRange> write(const Batch& batch);
  /// The columns that were written there, which are then forgotten.
  Result<std::vector<Column>> take(io::ByteRange place, const DType& schema);

 private:
  std::string folder_;
  std::optional<io::TemporaryFile> file_;
};

}  // namespace gyre
