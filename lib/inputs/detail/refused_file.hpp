#pragma once

#include <memory>

#include "inputs/input.hpp"
#include "text/refused_records.hpp"

namespace gyre {

/// Takes what the options leave out of text, into a file that appears when it is finished if they name one; null if they
/// leave nothing out.
std::unique_ptr<RefusedRecords> make_refused(const InputOptions& options);

}  // namespace gyre
