#pragma once

#include <memory>
#include <string>

#include "array/batch_output.hpp"
#include "io/sink.hpp"
#include "rows/rows_files.hpp"

namespace gyre {

/// Rows on a sink, with nothing beside it. A row of more than 65,535 bytes is an error that names it.
/// name     what errors call it
/// Errors   Code::unsupported with the column's name: see row_schema_of
Result<std::unique_ptr<BatchOutput>> write_rows(std::unique_ptr<io::Sink> data,
                                                const std::string& name, const DType& schema,
                                                RowContainer container);

/// The same for a named file, with its .proto beside it, and its index where it has blocks. All appear at finish, the data
/// last, or none does. Blocks have 1,000 rows each where batches know their first row; those that cross batches are compressed
/// one after the other. Beside devices and pipes there is nothing.
/// data       for the bytes of the file `path`
/// overwrite  what stands beside it; a .proto that says the same may stay
/// Errors     as above; Code::invalid_argument: a file beside it exists
Result<std::unique_ptr<BatchOutput>> write_row_file(std::unique_ptr<io::Sink> data,
                                                    const std::string& path, const DType& schema,
                                                    RowContainer container, bool overwrite);

}  // namespace gyre
