#include "formats/detail/chunk_memory.hpp"

#include <parquet/size_statistics.h>

#include <algorithm>
#include <optional>

#include "array/column.hpp"

namespace gyre::formats {
namespace {

using ::parquet::ColumnChunkMetaData;
using ::parquet::Encoding;
using ::parquet::PageType;

double stored_bytes(const ColumnChunkMetaData& chunk) {
  return static_cast<double>(std::max<std::int64_t>(chunk.total_uncompressed_size(), 0));
}

/// Bytes of a value in plain memory, beside the bytes of a text.
double value_bytes(const ColumnChunkMetaData& chunk, const ::parquet::ColumnDescriptor& column) {
  constexpr double decimal_bytes = 32;
  switch (chunk.type()) {
    case ::parquet::Type::BOOLEAN: return 1;
    case ::parquet::Type::INT32:
    case ::parquet::Type::FLOAT: return 4;
    case ::parquet::Type::FIXED_LEN_BYTE_ARRAY:
      return std::max<double>(column.type_length(), decimal_bytes);
    case ::parquet::Type::BYTE_ARRAY: return sizeof(TextView);
    default: return 8;
  }
}

/// Bytes of all texts, where the writer counted them.
std::optional<double> text_bytes(const ColumnChunkMetaData& chunk) {
  const auto sizes = chunk.size_statistics();
  if (!sizes || !sizes->unencoded_byte_array_data_bytes) return std::nullopt;
  return static_cast<double>(*sizes->unencoded_byte_array_data_bytes);
}

/// Whether texts may be many times larger than their pages.
bool inflates(const ColumnChunkMetaData& chunk) {
  return std::ranges::any_of(chunk.encodings(), [](auto encoding) {
    return encoding != Encoding::PLAIN && encoding != Encoding::RLE &&
           encoding != Encoding::BIT_PACKED && encoding != Encoding::DELTA_LENGTH_BYTE_ARRAY;
  });
}

/// Of the largest data page: twice the mean, or all if the writer did not count its pages.
double page_bytes(const ColumnChunkMetaData& chunk) {
  const auto all = stored_bytes(chunk) - dictionary_bytes(chunk);
  double pages = 0;
  for (const auto& of_kind : chunk.encoding_stats())
    if (of_kind.page_type != PageType::DICTIONARY_PAGE) pages += of_kind.count;
  return pages > 2 ? all / pages * 2 : all;
}

}  // namespace

double dictionary_bytes(const ColumnChunkMetaData& chunk) {
  if (!chunk.has_dictionary_page()) return 0;
  const auto compressed = static_cast<double>(chunk.data_page_offset()) -
                          static_cast<double>(chunk.dictionary_page_offset());
  const auto all_compressed = std::max<std::int64_t>(chunk.total_compressed_size(), 1);
  const auto part = std::clamp(compressed / static_cast<double>(all_compressed), 0.0, 1.0);
  return part * stored_bytes(chunk);
}

ChunkMemory memory_of(const ColumnChunkMetaData& chunk, const ::parquet::ColumnDescriptor& column,
                      bool with_codes) {
  ChunkMemory memory;
  const auto values = static_cast<double>(std::max<std::int64_t>(chunk.num_values(), 0));
  memory.rows_bytes = values * value_bytes(chunk, column);
  const auto dictionary = dictionary_bytes(chunk);
  // The decoder copies the dictionary, and the page that it came in is kept for the next ones.
  memory.open_bytes = dictionary + std::max(dictionary, page_bytes(chunk));
  if (chunk.type() != ::parquet::Type::BYTE_ARRAY) return memory;
  if (with_codes) {
    memory.rows_bytes += dictionary;
    return memory;
  }
  const auto counted = text_bytes(chunk);
  memory.rows_bytes += counted.value_or(stored_bytes(chunk));
  memory.may_inflate = !counted && inflates(chunk);
  return memory;
}

}  // namespace gyre::formats
