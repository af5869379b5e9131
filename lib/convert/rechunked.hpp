#pragma once

#include <memory>

#include "array/batch_source.hpp"
#include "base/memory_shares.hpp"
#include "convert/chunk_bounds.hpp"

namespace gyre {

/// The rows of `source` in batches as large as the bounds allow (but the last): what writers with zone maps want. They know
/// their first row. The source's jobs run on threads of their own, as many as prepare() says; batches that fit already pass
/// untouched.
std::unique_ptr<BatchSource> rechunked(BatchSource& source, const ChunkBounds& bounds,
                                       std::uint64_t job_bytes = MemoryShares().job_bytes);

}  // namespace gyre
