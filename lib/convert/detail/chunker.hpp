#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "array/batch.hpp"
#include "array/read_context.hpp"
#include "base/result.hpp"

namespace gyre {

/// Glues batches of one schema together to ones of an exact size.
class Chunker {
 public:
  Chunker(std::uint64_t rows, ReadContext& context) : rows_(rows), context_(&context) {}

  void add(Batch batch);
  /// Forgets what was added.
  void reset();
  /// A whole chunk; or, at the end, what is left. Nothing if there is not enough.
  Result<std::optional<Batch>> take(bool at_end);

 private:
  Result<std::optional<Batch>> glue(std::uint64_t rows);
  void drop(std::uint64_t rows);

  std::uint64_t rows_;
  std::deque<Batch> waiting_;
  std::uint64_t waiting_rows_ = 0;
  ReadContext* context_;
};

}  // namespace gyre
