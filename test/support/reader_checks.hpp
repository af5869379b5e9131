#pragma once

#include "array/column.hpp"
#include "array/reader.hpp"

namespace gyre::test {

/// The reader answers every question as `plain` does. `context` is the one that it was made with.
void check_reader(Reader& actual, const Column& plain, ReadContext& context);

}  // namespace gyre::test
