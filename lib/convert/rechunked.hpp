#pragma once

#include <memory>

#include "array/batch_source.hpp"

namespace gyre {

/// The rows of `source` in batches of exactly `rows` rows (but the last): what writers with zone maps want. The source's
/// jobs run on threads of their own, as many as prepare() says; batches that fit already pass untouched.
std::unique_ptr<BatchSource> rechunked(BatchSource& source, std::uint64_t rows);

}  // namespace gyre
