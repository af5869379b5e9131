#pragma once

#include <functional>
#include <string>

#include "array/batch.hpp"
#include "base/result.hpp"

namespace gyre {

/// How a kind of text shows batches. Any worker may call `format`; the pieces of text are put together in order of rows.
class BatchFormatter {
 public:
  virtual ~BatchFormatter() = default;
  /// What stands before the first row (a header line), and after the last.
  virtual std::string head() const { return {}; }
  virtual std::string tail() const { return {}; }
  /// Appends the rows of a batch.
  virtual Result<void> format(const Batch& batch, std::string& out) const = 0;
};

/// Where batches go. As in BatchSource, the parallel part (formatting, encoding) is apart from the serial part (writing).
class BatchOutput {
 public:
  /// Puts prepared rows in their place. Called in order of rows, by one thread at a time.
  using Piece = std::function<Result<void>()>;

  virtual ~BatchOutput() = default;
  /// Any worker may call it.
  virtual Result<Piece> prepare(Batch batch, unsigned worker) = 0;
  /// All rows are in place. Nothing is published before.
  virtual Result<void> finish() = 0;
};

}  // namespace gyre
