#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "text/csv_splitter.hpp"
#include "text/refused_records.hpp"

namespace gyre {

/// The line of the input where a byte of a chunk stands.
std::uint64_t line_of(const CsvChunk& chunk, std::size_t offset);

/// Whether a chunk is UTF-8.
bool is_utf8_text(const CsvChunk& chunk);
/// Where the first line begins that is not UTF-8, of a chunk that is not.
std::size_t first_foreign_line(const CsvChunk& chunk);

/// Parts of a chunk, with their lines, in the order of the input.
std::vector<RefusedRecords::Record> refused_records(const CsvChunk& chunk,
                                                    std::vector<std::string_view> parts);

}  // namespace gyre
